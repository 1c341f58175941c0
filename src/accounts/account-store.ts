// What every store of accounts, keys and usage promises.
import type { ProviderCallStore } from "./fleet/provider-calls.ts";
import type { MovableStore } from "./moving/movable-store.ts";
import type { AuditEntry } from "./account/audit-entry.ts";
import type { PlanPeriod } from "./account/plan-period.ts";
import type { KeyRestrictions } from "./publishable/key-restrictions.ts";
import type { Verdict, VerdictCounts } from "./verdict.ts";

export interface Account {
  /** `acc_` and random letters. */
  readonly id: string;
  readonly name: string;
  /** What it is called by whoever sold it, such as an order's number; no two accounts have the same. */
  readonly externalRef?: string | undefined;
  /** The name of its plan. */
  readonly plan: string;
  /** Answered calls a calendar month: the plan's, or the one agreed. */
  readonly monthlyQuota: number;
  readonly isSuspended: boolean;
  /** Unix ms; undefined of one that is not closed. */
  readonly closedAtMs?: number | undefined;
  /** Unix ms; undefined of one that is not deleted. What is left of one that is has no name, reference, keys and sports. */
  readonly deletedAtMs?: number | undefined;
  /** Unix ms. */
  readonly createdAtMs: number;
  /** Raised by one with every change of its custom sports, so that compiled ones can be cached; 0 at first. */
  readonly sportsRevision: number;
}

/** What an account is made with. */
export type NewAccount = Pick<Account, "name" | "plan" | "monthlyQuota">;

/** What of an account is changed; what is undefined stays. */
export type AccountChange = Partial<Pick<Account, "plan" | "monthlyQuota" | "isSuspended">> & {
  readonly isClosed?: boolean | undefined;
};

/** A sport with an account's own thresholds. */
export interface CustomSport {
  readonly id: string;
  /** The definition as JSON text, as it was validated. */
  readonly definition: string;
}

export interface ApiKey {
  /** `key_` and random letters; names the key without revealing it. */
  readonly id: string;
  readonly accountId: string;
  /** The first characters of the key, to tell keys apart: `wsk_Ab12`. */
  readonly prefix: string;
  /** What its owner calls it, such as the site that uses it. */
  readonly label: string | undefined;
  /** Unix ms. */
  readonly createdAtMs: number;
  readonly revokedAtMs: number | undefined;
  /** Of a publishable key, for good; a secret one has none. */
  readonly restrictions?: KeyRestrictions | undefined;
}

/** Who calls, and how much of the month's quota is used. One look at the store finds both. */
export interface Caller {
  readonly account: Account;
  readonly keyId: string;
  /** Of a publishable key. */
  readonly restrictions: KeyRestrictions | undefined;
  /** Answered calls in the month asked about. */
  readonly used: number;
}

/** What a call is counted under. */
export interface Spending {
  readonly accountId: string;
  /** UTC calendar month, `2026-11`. */
  readonly month: string;
  /** UTC day of the month, 1..31. */
  readonly day: number;
  /** The RPC's name, as metrics and log lines have it: `GetBookingConfidence`. */
  readonly method: string;
  /** The key that was called with. */
  readonly keyId?: string | undefined;
  /** Of the start that was asked about, or of the best of several; undefined where the answer has none. */
  readonly verdict?: Verdict | undefined;
  /** The month's limit. */
  readonly quota: number;
  /** Of a publishable key: the limit of its calls of the day, besides the month's. */
  readonly dailyQuota?: number | undefined;
}

/** The outcome of a spend. A store that cannot be reached is none of these: it throws StoreUnavailable. */
export type SpendResult =
  | {
      readonly kind: "Spent";
      /** Of the month, including this call. */
      readonly used: number;
      /** Of the key's day, including this call, where that is limited. */
      readonly usedOfDay?: number;
    }
  | { readonly kind: "Exhausted"; readonly used: number }
  /** The month has calls left, the key's day has none. */
  | { readonly kind: "DayExhausted"; readonly used: number };

export interface UsageRow {
  /** `2026-11-21` */
  readonly day: string;
  readonly method: string;
  /** Undefined for calls that were counted by a version that did not tell keys apart. */
  readonly keyId?: string | undefined;
  readonly calls: number;
}

/** What the answers of a month said, of those that have a verdict. */
export interface MonthlyVerdicts {
  /** `2026-11` */
  readonly month: string;
  readonly verdicts: VerdictCounts;
}

/** The answered calls of a month. */
export interface MonthlyTotal extends MonthlyVerdicts {
  readonly calls: number;
}

/** An account, its answered calls of one month, and what was agreed with it at any time. */
export interface AccountMonth {
  readonly account: Account;
  readonly calls: number;
  /** At least one, the oldest first. */
  readonly history: readonly PlanPeriod[];
}

/** All there is of an account, as it moves from one store to another. Holds hashes of keys, never a key. */
export interface AccountRecord {
  readonly account: Account;
  readonly keys: readonly (Omit<ApiKey, "accountId"> & { readonly sha256: string })[];
  readonly sports: readonly CustomSport[];
  readonly usage: readonly UsageRow[];
  /** Of the months that have any, the oldest first. */
  readonly verdicts: readonly MonthlyVerdicts[];
  /** At least one, the oldest first. */
  readonly history: readonly PlanPeriod[];
  /** Oldest first. */
  readonly audit: readonly Omit<AuditEntry, "accountId">[];
}

/** The outcome of an import: nothing that was there is ever changed. */
export type ImportResult =
  | { readonly kind: "Imported"; readonly accounts: number }
  | {
      readonly kind: "Refused";
      /** The id of the account or key, or the external reference, that is there already. */
      readonly existing: string;
      /** How many accounts had been imported before, and stay; 0 where the store can undo them. */
      readonly imported: number;
    };

/** The store could not be reached, or did not answer in time. A call that ends so is never answered. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /**
   * Whether a change that was asked for may have been made all the same, as the store did not say what became of it. It is
   * then neither repeated nor taken back: the store decides.
   */
  readonly mayHaveChanged: boolean;

  constructor(
    message: string,
    { mayHaveChanged = false, ...options }: ErrorOptions & { readonly mayHaveChanged?: boolean } = {},
  ) {
    super(message, options);
    this.mayHaveChanged = mayHaveChanged;
  }
}

/**
 * Accounts, keys and usage.
 *
 * Promises, held by test/contracts/account-store-suite.ts for every implementation:
 * `spend` is one atomic step: of any number of concurrent spends in any number of processes, exactly `quota` a month
 * are `Spent`, and of a key exactly `dailyQuota` a day; a `Spent` that was returned survives a crash of the process. A key
 * revoked by any process is not found within five seconds by every other. Nothing is ever counted twice, and a refused
 * spend writes nothing. Usage is retained for the current month and the twelve before it. What operators change is written
 * into the plan history and the audit log in the same step, and neither is ever changed or forgotten.
 * Any method may throw StoreUnavailable, and does so quickly.
 */
export interface AccountStore extends MovableStore, ProviderCallStore {
  createAccount(init: NewAccount): Promise<Account>;
  /**
   * Makes the account of that reference, or returns the one there is, as it is. Of any number who ask for the same in any
   * number of processes, exactly one is told that it is new.
   */
  createAccountOnce(
    init: NewAccount & { readonly externalRef: string },
  ): Promise<{ readonly account: Account; readonly isNew: boolean }>;
  /** Oldest first. */
  listAccounts(): Promise<readonly Account[]>;
  /** How many accounts that are not deleted have each plan, by its name; each plan that some has. */
  countByPlan(): Promise<ReadonlyMap<string, number>>;
  findAccount(accountId: string): Promise<Account | undefined>;
  findAccountByRef(externalRef: string): Promise<Account | undefined>;
  /** Changes what is given, and returns the account as it is then; undefined when there is none that is not deleted. */
  updateAccount(accountId: string, change: AccountChange): Promise<Account | undefined>;

  /**
   * Deletes what a closed account is called, its reference, keys and sports; its counts, history and audit log stay under its
   * id. Returns what is left of it; undefined when there is none that is closed.
   */
  deleteAccount(accountId: string): Promise<Account | undefined>;

  /** Who was on which plan when: the periods, oldest first; none when there is no such account. */
  planHistory(accountId: string): Promise<readonly PlanPeriod[]>;
  /** What operators did to an account, or to all: the oldest first. */
  auditLog(of?: { readonly accountId?: string | undefined }): AsyncIterable<AuditEntry>;

  /** Stores the SHA-256 (hex) of a key, never the key. Undefined when there is no such account. */
  addKey(key: {
    readonly accountId: string;
    readonly prefix: string;
    readonly sha256: string;
    readonly label?: string | undefined;
    readonly restrictions?: KeyRestrictions | undefined;
  }): Promise<ApiKey | undefined>;
  /** Oldest first, the revoked ones too. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
  /** Undefined when there is no such key; a key already revoked keeps its date. */
  revokeKey(keyId: string): Promise<ApiKey | undefined>;

  /** Adds a sport, or replaces that of the same id. Returns the account as it is then; undefined when there is none. */
  setSport(accountId: string, sport: CustomSport): Promise<Account | undefined>;
  /** Returns the account as it is then; undefined when there is no such account or sport. */
  unsetSport(accountId: string, sportId: string): Promise<Account | undefined>;
  /** Sorted by id. */
  sports(accountId: string): Promise<readonly CustomSport[]>;

  /** The caller a key belongs to, with the month's use; undefined for an unknown or a revoked key; under a seal, StoreUnavailable. */
  findCaller(sha256: string, month: string): Promise<Caller | undefined>;
  spend(spending: Spending): Promise<SpendResult>;
  /** The rows behind the quota: one for each day, method and key with at least one call, sorted by these. */
  usage(accountId: string, month: string): Promise<readonly UsageRow[]>;

  /** The retained months that have at least one call, at most 13, newest first. */
  monthlyTotals(accountId: string): Promise<readonly MonthlyTotal[]>;

  /** Every account, oldest first, also those that nobody called with in that month. */
  usageOfAll(month: string): AsyncIterable<AccountMonth>;

  /** Every account, oldest first, each as it is at one instant while it is being read. */
  exportAccounts(): AsyncIterable<AccountRecord>;
  /**
   * Adds accounts that are not there. Each is added with all that belongs to it or not at all; a store that can adds
   * all of them or none, also when `records` throws, and says so in `ImportResult.imported`.
   */
  importAccounts(records: AsyncIterable<AccountRecord>): Promise<ImportResult>;

  /**
   * Reads and writes in the way that calls are counted; readiness asks it. Throws StoreUnavailable when the store cannot be
   * used.
   */
  ping(): Promise<void>;
  /** Answers what is under way, then lets go of everything. */
  close(): Promise<void>;
}

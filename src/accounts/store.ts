// What every store of accounts, keys and usage promises.
import { TimeoutError } from "../deadline.ts";
import type { Account, AccountChange, CustomSport, NewAccount, PlanPeriod } from "./account.ts";
import type { AuditEntry } from "./audit.ts";
import type { ApiKey, Caller, NewApiKey } from "./key.ts";
import type { ForecastTable } from "../weather/cache/shared-forecasts.ts";
import type { ProviderCallStore } from "../weather/budget/provider-calls.ts";
import type { Spending, SpendResult } from "./spending.ts";
import type { AccountMonth, MonthlyTotal, MonthlyVerdicts, UsageRow } from "./usage.ts";

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
      /** Which of the records it is in, from 0. */
      readonly position: number;
    };

/** The store could not be reached, or did not answer in time. A call that ends so is never answered. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /**
   * Whether a change that was asked for may have been made all the same, as the store did not say what became of it. It is
   * then neither repeated nor taken back: the store decides.
   */
  readonly mayHaveChanged: boolean;
  /** Whether it is this process that was held up, and not the store for all that is known. */
  readonly isOverload: boolean;

  constructor(
    message: string,
    { mayHaveChanged = false, ...options }: ErrorOptions & { readonly mayHaveChanged?: boolean } = {},
  ) {
    super(message, options);
    this.mayHaveChanged = mayHaveChanged;
    this.isOverload = options.cause instanceof TimeoutError && options.cause.isOverload;
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
export interface AccountStore extends ProviderCallStore {
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

  /** Undefined when there is no such account. */
  addKey(key: NewApiKey): Promise<ApiKey | undefined>;
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

  /**
   * The caller a key belongs to, with the use of the month asked about, or of that which it is by the clock of the store's server;
   * undefined for an unknown or a revoked key.
   */
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
   * Adds accounts that are not there: all of them with all that belongs to them, or none, also when `records` throws. What
   * `beforeCommit` throws keeps them from being added; it can read what would be.
   */
  importAccounts(
    records: AsyncIterable<AccountRecord>,
    options?: { readonly beforeCommit?: (added: AsyncIterable<AccountRecord>) => Promise<void> },
  ): Promise<ImportResult>;
  /**
   * What a move to another store ends with: from then on nothing is counted here, no program starts on it, and only
   * `openStore` with `mayHaveMoved` opens it. `copy` is given all accounts while nothing else uses the store; what it throws
   * leaves the store as it was. Throws where a service runs on it.
   */
  leaveFor(copy: (records: () => AsyncIterable<AccountRecord>) => Promise<void>): Promise<void>;
  /** Takes that back; false where there is nothing to take back. */
  comeBack(): Promise<boolean>;

  /** Connects to the table in which replicas share forecasts; undefined where replicas cannot share the store. */
  readonly openForecasts?: (() => ForecastTable) | undefined;

  /**
   * Reads and writes in the way that calls are counted; readiness asks it. Throws StoreUnavailable when the store cannot be
   * used.
   */
  ping(): Promise<void>;
  /** Answers what is under way, then lets go of everything. */
  close(): Promise<void>;
}

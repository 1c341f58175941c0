// The promises of every store of accounts, keys and usage.
import { TimeoutError } from "../lib/timeout.ts";
import type { Account, AccountChange, CustomSport, NewAccount, PlanPeriod } from "./account.ts";
import type { AuditEntry } from "./audit.ts";
import type { ApiKey, Caller, NewApiKey } from "./key.ts";
import type { Spending, SpendResult } from "./spending.ts";
import type { AccountMonth, MonthlyTotal, MonthlyVerdicts, MonthUsage, UsageRow } from "./usage.ts";

/** Everything about an account, for moving it to another store. It has hashes of keys, never a key. */
export interface AccountRecord {
  readonly account: Account;
  readonly keys: readonly (Omit<ApiKey, "accountId"> & { readonly sha256: string })[];
  readonly sports: readonly CustomSport[];
  readonly usage: readonly UsageRow[];
  /** For months that have any, oldest first. */
  readonly verdicts: readonly MonthlyVerdicts[];
  /** At least one, the oldest first. */
  readonly history: readonly PlanPeriod[];
  /** Oldest first. */
  readonly audit: readonly Omit<AuditEntry, "accountId">[];
}

/** A part of the accounts, the oldest first. */
export interface AccountPage {
  /** The id of the account before the page; undefined for the first page. */
  readonly after: string | undefined;
  readonly most: number;
}

/** What operators change by request or command. */
export type AccountChanges = Pick<
  AccountStore,
  | "createAccount"
  | "createAccountOnce"
  | "updateAccount"
  | "deleteAccount"
  | "addKey"
  | "addKeyOnce"
  | "revokeKey"
>;

/** The store was unreachable or too slow. A call that it could not count is never answered. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** Whether a requested change may have been made: its outcome is unknown, and it is neither retried nor undone. */
  readonly mayHaveChanged: boolean;
  /** Whether this process was blocked; the store may be fine. */
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
 * Promises, tested for every implementation by test/contracts/account-store-suite.ts: `spend` is one atomic step. Of any
 * number of concurrent spends in any number of processes, exactly `quota` a month are `Spent`, and for a key exactly
 * `dailyQuota` a day. A `Spent` that was returned survives a crash of the process. A key revoked by any process is not
 * found by any other after five seconds. Nothing is counted twice, and a refused spend writes nothing. Usage is retained
 * for the current month and the twelve before it. Operators' changes are written to the plan history and the audit log in
 * the same step; history and log are never changed or deleted. Any method may throw StoreUnavailable, and does so quickly.
 */
export interface AccountStore
  extends AccountFacet, HistoryFacet, KeyFacet, SportFacet, CountFacet, UsageFacet, MoveFacet {
  /** The same changes in the name of another operator, for the audit log. */
  as(operator: string): AccountChanges;

  /** Reads and writes as counting does; readiness uses it. Throws StoreUnavailable if the store cannot be used. */
  ping(): Promise<void>;
  /** The version of the tables, which decides which programs can use them (docs/versioning.md). */
  tablesVersion(): Promise<number>;
  /** Finishes what is in flight, then closes everything. */
  close(): Promise<void>;
}

export interface AccountFacet {
  createAccount(init: NewAccount): Promise<Account>;
  /**
   * Makes the account of that reference, or returns the existing one unchanged. Of any number of concurrent requests in any
   * number of processes, exactly one learns that it is new.
   */
  createAccountOnce(
    init: NewAccount & { readonly externalRef: string },
  ): Promise<{ readonly account: Account; readonly isNew: boolean }>;
  /** Oldest first: all, or a page; empty after an account that does not exist. */
  listAccounts(page?: AccountPage): Promise<readonly Account[]>;
  /** By the plan's name. Deleted accounts are not counted. */
  countByPlan(): Promise<ReadonlyMap<string, number>>;
  findAccount(accountId: string): Promise<Account | undefined>;
  findAccountByRef(externalRef: string): Promise<Account | undefined>;
  /**
   * Changes the given values and returns the account; undefined if it is missing or deleted, or no longer has the values of
   * `onlyIf`.
   */
  updateAccount(
    accountId: string,
    change: AccountChange,
    onlyIf?: Pick<Account, "plan" | "monthlyQuota">,
  ): Promise<Account | undefined>;

  /**
   * Deletes a closed account's name, reference, keys and sports; its counts, history and audit log stay under its id.
   * Returns what is left; undefined unless it is closed.
   */
  deleteAccount(accountId: string): Promise<Account | undefined>;
}

/** Plan history and audit log, which accounts and keys write. */
export interface HistoryFacet {
  /** The plan periods, oldest first; empty if there is no such account. */
  planHistory(accountId: string): Promise<readonly PlanPeriod[]>;
  /** Audit lines of one account or of all, oldest first. */
  auditLog(of?: { readonly accountId?: string | undefined }): AsyncIterable<AuditEntry>;
}

export interface KeyFacet {
  /** Undefined if there is no such account. */
  addKey(key: NewApiKey): Promise<ApiKey | undefined>;
  /**
   * Adds the key, or returns the account's active key with that label unchanged. Of any number of concurrent requests in
   * any number of processes, exactly one learns that it is new. Undefined if there is no such account.
   */
  addKeyOnce(
    key: NewApiKey & { readonly label: string },
  ): Promise<{ readonly key: ApiKey; readonly isNew: boolean } | undefined>;
  /** Oldest first, including revoked ones. */
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
  /** Undefined if there is no such key. A second revocation keeps the first date. */
  revokeKey(keyId: string): Promise<ApiKey | undefined>;

  /**
   * The caller of a key, with its usage of the current month by the store's clock, or of `month` if the store has no clock.
   * Undefined for an unknown or revoked key.
   */
  findCaller(sha256: string, month: string): Promise<Caller | undefined>;
}

export interface SportFacet {
  /** Adds a sport, or replaces the one with the same id. Returns the account; undefined if there is none. */
  setSport(accountId: string, sport: CustomSport): Promise<Account | undefined>;
  /** Returns the account; undefined if there is no such account or sport. */
  unsetSport(accountId: string, sportId: string): Promise<Account | undefined>;
  /** Sorted by id. */
  sports(accountId: string): Promise<readonly CustomSport[]>;
}

/** What decides on the quota. */
export interface CountFacet {
  spend(spending: Spending): Promise<SpendResult>;
}

/** What was counted. */
export interface UsageFacet {
  /** The rows behind the quota: one for each day, method and key with calls, sorted by these. */
  usage(accountId: string, month: string): Promise<readonly UsageRow[]>;

  /** These rows, and the verdicts of the month's answers, at one moment: calls may be counted at any time. */
  usageOfMonth(accountId: string, month: string): Promise<MonthUsage>;

  /** The retained months with calls, newest first, at most 13. */
  monthlyTotals(accountId: string): Promise<readonly MonthlyTotal[]>;

  /** The last month in which each key was used, such as `2026-11`, by key id; only retained months. */
  lastMonths(accountId: string): Promise<ReadonlyMap<string, string>>;

  /**
   * Every account, oldest first, even if it has no calls in that month. `after` is an account's id: only later accounts are
   * returned, and none if there is no such account.
   */
  usageOfAll(month: string, after?: string): AsyncIterable<AccountMonth>;
}

export interface MoveFacet {
  /** Every account with all that belongs to it, oldest first, each consistent in itself. */
  accountRecords(): AsyncIterable<AccountRecord>;
  /**
   * Adds accounts with everything that belongs to them: all or none, also if `records` throws. Throws if an account, a
   * reference or a key is there already. `beforeCommit` can read the result and takes it back by throwing.
   */
  addAccountRecords(
    records: AsyncIterable<AccountRecord>,
    options?: { readonly beforeCommit?: (added: AsyncIterable<AccountRecord>) => Promise<void> },
  ): Promise<void>;
  /**
   * Moves the accounts to another store: from then on nothing is counted here, and opening this store needs
   * `mayHaveMoved`. `copy` gets all accounts while nothing else uses the store; if `copy` throws, the store stays as it
   * was. Throws while a service uses the store.
   */
  leaveFor(copy: (records: () => AsyncIterable<AccountRecord>) => Promise<void>): Promise<void>;
  /** Undoes `leaveFor`, without bringing anything back; false if there is nothing to undo. */
  comeBack(): Promise<boolean>;
}

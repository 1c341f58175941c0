// Where accounts, keys and usage are kept, and what every such place promises.
import type { PlanName } from "./plan.ts";

export interface Account {
  /** `acc_` and random letters. */
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  /** Answered calls a calendar month: the plan's, or the one agreed. */
  readonly monthlyQuota: number;
  readonly isSuspended: boolean;
  /** Unix ms. */
  readonly createdAtMs: number;
}

export interface ApiKey {
  /** `key_` and random letters; names the key without revealing it. */
  readonly id: string;
  readonly accountId: string;
  /** The first characters of the key, to tell keys apart: `wsk_Ab12`. */
  readonly prefix: string;
  /** Unix ms. */
  readonly createdAtMs: number;
  readonly revokedAtMs: number | undefined;
}

/** Who calls, and how much of the month's quota is used: one look at the store. */
export interface Caller {
  readonly account: Account;
  readonly keyId: string;
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
  /** The month's limit. */
  readonly quota: number;
}

/** The outcome of a spend. A store that cannot be reached is neither: it throws StoreUnavailable. */
export type SpendResult =
  | { readonly kind: "Spent"; /** Including this call. */ readonly used: number }
  | { readonly kind: "Exhausted"; readonly used: number };

export interface UsageRow {
  /** `2026-11-21` */
  readonly day: string;
  readonly method: string;
  readonly calls: number;
}

/** The store could not be reached, or did not answer in time. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/**
 * Accounts, keys and usage.
 *
 * Promises, held by test/contracts/account-store-suite.ts for every implementation:
 * `spend` is one atomic step: of any number of concurrent spends in any number of processes, exactly `quota` a month
 * are `Spent`; a `Spent` that was returned survives a crash of the process. A key revoked by any process is not found
 * within five seconds by every other. Nothing is ever counted twice, and a refused spend writes nothing.
 * Any method may throw StoreUnavailable, and does so quickly.
 */
export interface AccountStore {
  createAccount(init: {
    readonly name: string;
    readonly plan: PlanName;
    readonly monthlyQuota: number;
  }): Promise<Account>;
  listAccounts(): Promise<readonly Account[]>;
  findAccount(accountId: string): Promise<Account | undefined>;
  /** Changes what is given, and returns the account as it is then; undefined when there is none. */
  updateAccount(
    accountId: string,
    change: Partial<Pick<Account, "plan" | "monthlyQuota" | "isSuspended">>,
  ): Promise<Account | undefined>;

  /** Keeps the SHA-256 (hex) of a key, never the key. Undefined when there is no such account. */
  addKey(key: {
    readonly accountId: string;
    readonly prefix: string;
    readonly sha256: string;
  }): Promise<ApiKey | undefined>;
  listKeys(accountId: string): Promise<readonly ApiKey[]>;
  /** Undefined when there is no such key; a key already revoked keeps its date. */
  revokeKey(keyId: string): Promise<ApiKey | undefined>;

  /** The caller a key belongs to, with the month's use; undefined for an unknown or a revoked key. */
  findCaller(sha256: string, month: string): Promise<Caller | undefined>;
  spend(spending: Spending): Promise<SpendResult>;
  /** The rows the quota is decided by: one a day and method with at least one call, in that order. */
  usage(accountId: string, month: string): Promise<readonly UsageRow[]>;

  /** Throws StoreUnavailable when the store cannot be used; readiness asks it. */
  ping(): Promise<void>;
  /** Answers what is under way, then lets go of everything. */
  close(): Promise<void>;
}

import { isOneLine } from "./one-line.ts";

export interface Account {
  /** `acc_` and random letters. */
  readonly id: string;
  readonly name: string;
  /** The seller's own reference, such as an order number; unique. */
  readonly externalRef?: string | undefined;
  /** The name of its plan. */
  readonly plan: string;
  /** Answered calls a calendar month: the plan's number, or the agreed one. */
  readonly monthlyQuota: number;
  readonly isSuspended: boolean;
  /** Unix ms; undefined unless it is closed. */
  readonly closedAtMs?: number | undefined;
  /** Unix ms; undefined unless it is deleted. A deleted account has no name, reference, keys or sports. */
  readonly deletedAtMs?: number | undefined;
  /** Unix ms. */
  readonly createdAtMs: number;
  /** Starts at 0 and grows by one with each change of its sports: caches of compiled sports use it as a version. */
  readonly sportsRevision: number;
}

export type NewAccount = Pick<Account, "name" | "plan" | "monthlyQuota">;

/** In UTF-16 code units. Names are shown in tables and bills. */
const NAME_LENGTH_MAX = 200;

export const ACCOUNT_NAME_FORM = `one line of printable text, not only spaces, of at most ${NAME_LENGTH_MAX} characters`;

export function isAccountName(text: string): boolean {
  return text.length <= NAME_LENGTH_MAX && isOneLine(text) && text.trim() !== "";
}

const EXTERNAL_REF_LENGTH_MAX = 200;

export const EXTERNAL_REF_FORM = `1 to ${EXTERNAL_REF_LENGTH_MAX} printable characters, without a space at either end, and not like an account's id`;

export function isExternalRef(text: string): boolean {
  const isLikeId = text.startsWith("acc_");
  return text.length <= EXTERNAL_REF_LENGTH_MAX && text === text.trim() && !isLikeId && isOneLine(text);
}

/** The fields in which an order differs from the account that has the order's reference. Fields without a value are ignored. */
export function orderDifferences(
  order: Partial<NewAccount>,
  account: Account,
): readonly (keyof NewAccount)[] {
  const parts = ["name", "plan", "monthlyQuota"] as const;
  return parts.filter((part) => order[part] !== undefined && order[part] !== account[part]);
}

/** The changes of an account; undefined keeps a value. */
export type AccountChange = Partial<Pick<Account, "name" | "plan" | "monthlyQuota" | "isSuspended">> & {
  readonly isClosed?: boolean | undefined;
};

/** A sport with an account's own thresholds. */
export interface CustomSport {
  readonly id: string;
  /** The validated definition as JSON text. */
  readonly definition: string;
}

/** Calls of an active account are answered. The other states say why calls are refused. */
export type AccountState = "active" | "suspended" | "closed" | "deleted";

export const DELETED_NAME = "(deleted)";

export function accountState({
  isSuspended,
  closedAtMs,
  deletedAtMs,
}: Pick<Account, "isSuspended" | "closedAtMs" | "deletedAtMs">): AccountState {
  if (deletedAtMs !== undefined) return "deleted";
  if (closedAtMs !== undefined) return "closed";
  return isSuspended ? "suspended" : "active";
}

/** Plan, quota and state of an account from `sinceMs` until its next period begins. */
export interface PlanPeriod {
  /** Unix ms. */
  readonly sinceMs: number;
  /** The name of the plan, which may no longer exist. */
  readonly plan: string;
  /** Answered calls a calendar month. */
  readonly monthlyQuota: number;
  readonly state: AccountState;
  /** True for the first period of an account older than its history: the account may have had other plans before. */
  readonly isPresumed: boolean;
}

export function planPeriod(account: Account, sinceMs: number): PlanPeriod {
  const { plan, monthlyQuota } = account;
  return { sinceMs, plan, monthlyQuota, state: accountState(account), isPresumed: false };
}

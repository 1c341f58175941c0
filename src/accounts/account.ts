// Who may call, and what was agreed with them.

export interface Account {
  /** `acc_` and random letters. */
  readonly id: string;
  readonly name: string;
  /** What whoever sold it calls it, such as an order's number; no two accounts have the same. */
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

/** Whether its calls are answered, and why not. */
export type AccountState = "active" | "suspended" | "closed" | "deleted";

export const ACCOUNT_STATES: readonly AccountState[] = ["active", "suspended", "closed", "deleted"];

/** What is left of an account that was deleted is called this. */
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

/** What was agreed with an account from a moment on: until its next period begins, or still. */
export interface PlanPeriod {
  /** Unix ms. */
  readonly sinceMs: number;
  /** By its name of that time, which no plan need have any more. */
  readonly plan: string;
  /** Answered calls a calendar month. */
  readonly monthlyQuota: number;
  readonly state: AccountState;
  /** The first period of an account from before periods were written: it may have been on another plan before. */
  readonly isPresumed: boolean;
}

/** What is agreed with an account as it is, from a moment on. */
export function planPeriod(account: Account, sinceMs: number): PlanPeriod {
  const { plan, monthlyQuota } = account;
  return { sinceMs, plan, monthlyQuota, state: accountState(account), isPresumed: false };
}

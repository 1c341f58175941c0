import type { Account } from "../account-store.ts";
import { accountState, type AccountState } from "./account-state.ts";

/** What was agreed with an account from a moment on: until its next period begins, or still. */
export interface PlanPeriod {
  /** Unix ms. */
  readonly sinceMs: number;
  /** By its name of that time, which no plan need have any more. */
  readonly plan: string;
  /** Answered calls a calendar month. */
  readonly monthlyQuota: number;
  readonly state: AccountState;
  /** Of an account from before periods were written, the first one: it may have been another before. */
  readonly isPresumed: boolean;
}

/** The history of an account of which there is none. */
export function presumedHistory(account: Account): readonly [PlanPeriod] {
  const { createdAtMs: sinceMs, plan, monthlyQuota } = account;
  return [{ sinceMs, plan, monthlyQuota, state: accountState(account), isPresumed: true }];
}

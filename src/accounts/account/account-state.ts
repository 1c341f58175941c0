import type { Account } from "../account-store.ts";

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

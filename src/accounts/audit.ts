// What operators did: a line for each change, written in the same transaction. Lines may outlive the account, because they
// have no secret, no hash, no account name and no reference.
import type { Account } from "./account.ts";

/** Named after commands; a request over HTTP has the name of the command that does the same. */
export type AuditAction =
  | "accounts create"
  | "accounts move"
  | "accounts rename"
  | "accounts set-plan"
  | "accounts suspend"
  | "accounts resume"
  | "accounts close"
  | "accounts reopen"
  | "accounts delete"
  | "keys issue"
  | "keys revoke"
  | "sports set"
  | "sports unset";

export interface AuditEntry {
  /** Unix ms. */
  readonly atMs: number;
  /** Who did it, as they named themselves. */
  readonly operator: string;
  readonly action: AuditAction;
  readonly accountId: string;
  /** The id of the key or the sport, or the plan and its quota: `growth 100000`. */
  readonly about?: string | undefined;
}

export type AuditedAct = Pick<AuditEntry, "action" | "about">;

export function auditedActs(before: Account, after: Account): readonly AuditedAct[] {
  const acts: AuditedAct[] = [];
  if (after.name !== before.name) acts.push({ action: "accounts rename" });
  if (after.plan !== before.plan || after.monthlyQuota !== before.monthlyQuota) {
    acts.push({ action: "accounts set-plan", about: `${after.plan} ${after.monthlyQuota}` });
  }
  if (after.isSuspended !== before.isSuspended) {
    acts.push({ action: after.isSuspended ? "accounts suspend" : "accounts resume" });
  }
  const isClosed = after.closedAtMs !== undefined;
  if (isClosed !== (before.closedAtMs !== undefined)) {
    acts.push({ action: isClosed ? "accounts close" : "accounts reopen" });
  }
  return acts;
}

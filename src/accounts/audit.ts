// What operators did: a line for each change, written in the step that makes it. Never a key, a hash, a name or a reference,
// so that the lines of an account may outlive it.
import type { AccountChange } from "./account.ts";

/** The command, or the one that does as much. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_ACTIONS = [
  "accounts create",
  "accounts import",
  "accounts set-plan",
  "accounts suspend",
  "accounts resume",
  "accounts close",
  "accounts reopen",
  "accounts delete",
  "keys issue",
  "keys revoke",
  "sports set",
  "sports unset",
] as const;

export interface AuditEntry {
  /** Unix ms. */
  readonly atMs: number;
  /** Who did it, as the one who did it says. */
  readonly operator: string;
  readonly action: AuditAction;
  readonly accountId: string;
  /** The key's id, the sport's, or the plan and its quota: `growth 100000`. */
  readonly about?: string | undefined;
}

/** What is done, before it is known to whom. */
export type AuditedAct = Pick<AuditEntry, "action" | "about">;

/** What the lines of a change say. */
export function auditedActs({
  plan,
  monthlyQuota,
  isSuspended,
  isClosed,
}: AccountChange): readonly AuditedAct[] {
  const acts: AuditedAct[] = [];
  if (plan !== undefined || monthlyQuota !== undefined) {
    const about = [plan, monthlyQuota].filter((value) => value !== undefined).join(" ");
    acts.push({ action: "accounts set-plan", about });
  }
  if (isSuspended !== undefined) acts.push({ action: isSuspended ? "accounts suspend" : "accounts resume" });
  if (isClosed !== undefined) acts.push({ action: isClosed ? "accounts close" : "accounts reopen" });
  return acts;
}

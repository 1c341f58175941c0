// An account's plan history and audit log as they stand in an exported file.
import type { AccountRecord } from "../../accounts/account-store.ts";
import { ACCOUNT_STATES, type AccountState } from "../../accounts/account/account-state.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../accounts/account/audit-entry.ts";
import type { PlanPeriod } from "../../accounts/account/plan-period.ts";
import { isWhole, matches, orNone } from "./guards.ts";
import { pick, type JsonObject } from "./pick.ts";

type AuditLine = AccountRecord["audit"][number];

const isOneLine = matches(/^\P{Cc}+$/u);

export function periodToJson({ sinceMs, plan, monthlyQuota, state, isPresumed }: PlanPeriod): object {
  return { since_ms: sinceMs, plan, monthly_quota: monthlyQuota, state, is_presumed: isPresumed };
}

/** The plan need not be one of today's. */
export function periodFromJson(json: JsonObject): PlanPeriod {
  return {
    sinceMs: pick(json, "since_ms", isWhole),
    plan: pick(json, "plan", isOneLine),
    monthlyQuota: pick(json, "monthly_quota", isWhole),
    state: pick(json, "state", isState),
    isPresumed: pick(json, "is_presumed", (value) => typeof value === "boolean"),
  };
}

export function lineToJson({ atMs, operator, action, about }: AuditLine): object {
  return { at_ms: atMs, operator, action, about: about ?? null };
}

export function lineFromJson(json: JsonObject): AuditLine {
  return {
    atMs: pick(json, "at_ms", isWhole),
    operator: pick(json, "operator", isOneLine),
    action: pick(json, "action", isAction),
    about: pick(json, "about", orNone(isOneLine)) ?? undefined,
  };
}

function isState(value: unknown): value is AccountState {
  return ACCOUNT_STATES.some((state) => state === value);
}

function isAction(value: unknown): value is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === value);
}

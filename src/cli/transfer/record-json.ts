// An account with all that belongs to it as it stands in an exported file: snake_case names, times in Unix ms.
import {
  ACCOUNT_STATES,
  type Account,
  type AccountState,
  type CustomSport,
  type PlanPeriod,
} from "../../accounts/account.ts";
import type { AccountRecord } from "../../accounts/store.ts";
import type { MonthlyVerdicts, UsageRow } from "../../accounts/usage.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../accounts/audit.ts";
import { isExternalRef } from "../../accounts/external-ref.ts";
import { isKeyLabel, type KeyRestrictions } from "../../accounts/key.ts";
import { isOneLine } from "../../accounts/one-line.ts";
import { monthFromText } from "../../accounts/month.ts";
import { parseIsoTime } from "../../iso-time.ts";
import { isKeyOperation, isOrigin, isPlaceKey, restrictionsToJson } from "../restrictions.ts";
import {
  isListOf,
  isListOfObjects,
  isObject,
  isPositive,
  isWhole,
  matches,
  orNull,
  pick,
  type JsonObject,
} from "./pick.ts";

type AuditLine = AccountRecord["audit"][number];

const KEY_ID = /^key_[a-z]{12}$/;

export function recordToJson({
  account,
  keys,
  sports,
  usage,
  verdicts,
  history,
  audit,
}: AccountRecord): object {
  return {
    account: {
      id: account.id,
      name: account.name,
      external_ref: account.externalRef ?? null,
      plan: account.plan,
      monthly_quota: account.monthlyQuota,
      is_suspended: account.isSuspended,
      closed_at_ms: account.closedAtMs ?? null,
      deleted_at_ms: account.deletedAtMs ?? null,
      created_at_ms: account.createdAtMs,
      sports_revision: account.sportsRevision,
    },
    keys: keys.map((key) => ({
      id: key.id,
      prefix: key.prefix,
      label: key.label ?? null,
      sha256: key.sha256,
      created_at_ms: key.createdAtMs,
      revoked_at_ms: key.revokedAtMs ?? null,
      restrictions: restrictionsToJson(key.restrictions),
    })),
    sports: sports.map(({ id, definition }) => ({ id, definition })),
    usage: usage.map(({ day, method, keyId, calls }) => ({ day, method, key_id: keyId ?? null, calls })),
    verdicts: verdicts.map(({ month, verdicts: told }) => ({ month, ...told })),
    history: history.map(periodToJson),
    audit: audit.map(lineToJson),
  };
}

/** Throws an Error that names the first value that cannot be so. */
export function recordFromJson(json: unknown): AccountRecord {
  const line = pick({ line: json }, "line", isObject);
  const account = accountFromJson(pick(line, "account", isObject));
  const record = {
    account,
    keys: pick(line, "keys", isListOfObjects).map(keyFromJson),
    sports: pick(line, "sports", isListOfObjects).map(sportFromJson),
    usage: pick(line, "usage", isListOfObjects).map(rowFromJson),
    verdicts: pick(line, "verdicts", isListOfObjects).map(verdictsFromJson),
    history: pick(line, "history", isListOf(isObject)).map(periodFromJson),
    audit: pick(line, "audit", isListOfObjects).map(lineFromJson),
  };
  refuseRepeated("key id", record.keys, ({ id }) => id);
  refuseRepeated("sha256", record.keys, ({ sha256 }) => sha256);
  refuseRepeated("sport", record.sports, ({ id }) => id);
  refuseRepeated("day, method and key", record.usage, ({ day, method, keyId = "" }) =>
    `${day} ${method} ${keyId}`.trimEnd(),
  );
  refuseRepeated("month", record.verdicts, ({ month }) => month);
  return record;
}

function accountFromJson(json: JsonObject): Account {
  return {
    id: pick(json, "id", matches(/^acc_[a-z]{12}$/)),
    name: pick(json, "name", isLine),
    externalRef: pick(json, "external_ref", orNull(isRef)) ?? undefined,
    plan: pick(json, "plan", matches(/^[a-z][a-z0-9_-]{0,31}$/)),
    monthlyQuota: pick(json, "monthly_quota", isWhole),
    isSuspended: pick(json, "is_suspended", (value) => typeof value === "boolean"),
    closedAtMs: pick(json, "closed_at_ms", orNull(isWhole)) ?? undefined,
    deletedAtMs: pick(json, "deleted_at_ms", orNull(isWhole)) ?? undefined,
    createdAtMs: pick(json, "created_at_ms", isWhole),
    sportsRevision: pick(json, "sports_revision", isWhole),
  };
}

function keyFromJson(json: JsonObject): AccountRecord["keys"][number] {
  const restricted = pick(json, "restrictions", orNull(isObject)) ?? undefined;
  // One without the other would be a key in a page that may do everything.
  const prefix = restricted === undefined ? /^wsk_[0-9A-Za-z]{4}$/ : /^wpk_[0-9A-Za-z]{4}$/;
  return {
    id: pick(json, "id", matches(KEY_ID)),
    prefix: pick(json, "prefix", matches(prefix)),
    label: pick(json, "label", orNull(isLabel)) ?? undefined,
    sha256: pick(json, "sha256", matches(/^[0-9a-f]{64}$/)),
    createdAtMs: pick(json, "created_at_ms", isWhole),
    revokedAtMs: pick(json, "revoked_at_ms", orNull(isWhole)) ?? undefined,
    restrictions: restricted && restrictionsFromJson(restricted),
  };
}

function sportFromJson(json: JsonObject): CustomSport {
  return { id: pick(json, "id", matches(/^.+$/)), definition: pick(json, "definition", isJsonText) };
}

function rowFromJson(json: JsonObject): UsageRow {
  return {
    day: pick(json, "day", isDay),
    method: pick(json, "method", matches(/^\S+$/)),
    keyId: pick(json, "key_id", orNull(matches(KEY_ID))) ?? undefined,
    calls: pick(json, "calls", isPositive),
  };
}

function verdictsFromJson(json: JsonObject): MonthlyVerdicts {
  return {
    month: pick(json, "month", isMonth),
    verdicts: {
      safe_to_book: pick(json, "safe_to_book", isWhole),
      proceed_with_caution: pick(json, "proceed_with_caution", isWhole),
      not_recommended: pick(json, "not_recommended", isWhole),
    },
  };
}

function restrictionsFromJson(json: JsonObject): KeyRestrictions {
  return {
    origins: pick(json, "origins", isListOf(isOrigin)),
    places: pick(json, "places", isListOf(isPlaceKey)),
    operations: pick(json, "operations", isListOf(isKeyOperation)),
    callsADay: pick(json, "calls_a_day", isPositive),
  };
}

function isLine(value: unknown): value is string {
  return typeof value === "string" && isOneLine(value);
}

function isLabel(value: unknown): value is string {
  return typeof value === "string" && isKeyLabel(value);
}

function isRef(value: unknown): value is string {
  return typeof value === "string" && isExternalRef(value);
}

function isMonth(value: unknown): value is string {
  return typeof value === "string" && monthFromText(value) !== undefined;
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && "ms" in parseIsoTime(`${value}T00:00Z`);
}

function isJsonText(value: unknown): value is string {
  try {
    return typeof value === "string" && isObject(JSON.parse(value));
  } catch {
    return false;
  }
}

/** What would be one thing in the store must not be there twice. */
function refuseRepeated<Item>(what: string, items: readonly Item[], nameOf: (item: Item) => string): void {
  const seen = new Set<string>();
  for (const name of items.map(nameOf)) {
    if (seen.has(name)) {
      throw new Error(`the ${what} ${name} is there twice`);
    }
    seen.add(name);
  }
}

function periodToJson({ sinceMs, plan, monthlyQuota, state, isPresumed }: PlanPeriod): object {
  return { since_ms: sinceMs, plan, monthly_quota: monthlyQuota, state, is_presumed: isPresumed };
}

/** The plan need not be one of today's. */
function periodFromJson(json: JsonObject): PlanPeriod {
  return {
    sinceMs: pick(json, "since_ms", isWhole),
    plan: pick(json, "plan", isLine),
    monthlyQuota: pick(json, "monthly_quota", isWhole),
    state: pick(json, "state", isState),
    isPresumed: pick(json, "is_presumed", (value) => typeof value === "boolean"),
  };
}

function lineToJson({ atMs, operator, action, about }: AuditLine): object {
  return { at_ms: atMs, operator, action, about: about ?? null };
}

function lineFromJson(json: JsonObject): AuditLine {
  return {
    atMs: pick(json, "at_ms", isWhole),
    operator: pick(json, "operator", isLine),
    action: pick(json, "action", isAction),
    about: pick(json, "about", orNull(isLine)) ?? undefined,
  };
}

function isState(value: unknown): value is AccountState {
  return ACCOUNT_STATES.some((state) => state === value);
}

function isAction(value: unknown): value is AuditAction {
  return AUDIT_ACTIONS.some((action) => action === value);
}

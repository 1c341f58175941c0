// An account in an exported file: snake_case names, times in Unix ms.
import {
  ACCOUNT_STATES,
  isExternalRef,
  type Account,
  type CustomSport,
  type PlanPeriod,
} from "../../accounts/account.ts";
import type { AccountRecord } from "../../accounts/store.ts";
import type { UsageRow, VerdictCounts } from "../../accounts/usage.ts";
import { AUDIT_ACTIONS } from "../../accounts/audit.ts";
import { isKeyLabel, type KeyRestrictions } from "../../accounts/key.ts";
import { isOneLine } from "../../accounts/one-line.ts";
import { monthFromText } from "../../accounts/month.ts";
import { parseIsoTime } from "../../iso-time.ts";
import { isKeyOperation, isOrigin, isPlaceKey } from "../../accounts/restrictions.ts";
import { restrictionsToJson } from "../restrictions.ts";
import {
  fromJson,
  isFlag,
  isListOf,
  isListOfObjects,
  isObject,
  isOneOf,
  isPositive,
  isText,
  isWhole,
  matches,
  orNull,
  pick,
  toJson,
  type Fields,
  type JsonObject,
} from "./fields.ts";

type KeyRecord = AccountRecord["keys"][number];

const isLine = isText(isOneLine);
const isMonth = isText((text) => monthFromText(text) !== undefined);
const isDay = isText((text) => "ms" in parseIsoTime(`${text}T00:00Z`));
const isKeyId = matches(/^key_[a-z]{12}$/);

const ACCOUNT: Fields<Account> = {
  id: ["id", matches(/^acc_[a-z]{12}$/)],
  name: ["name", isLine],
  externalRef: ["external_ref", orNull(isText(isExternalRef))],
  plan: ["plan", matches(/^[a-z][a-z0-9_-]{0,31}$/)],
  monthlyQuota: ["monthly_quota", isWhole],
  isSuspended: ["is_suspended", isFlag],
  closedAtMs: ["closed_at_ms", orNull(isWhole)],
  deletedAtMs: ["deleted_at_ms", orNull(isWhole)],
  createdAtMs: ["created_at_ms", isWhole],
  sportsRevision: ["sports_revision", isWhole],
};

const KEY: Fields<Omit<KeyRecord, "restrictions">> = {
  id: ["id", isKeyId],
  prefix: ["prefix", matches(/^w[sp]k_[0-9A-Za-z]{4}$/)],
  label: ["label", orNull(isText(isKeyLabel))],
  sha256: ["sha256", matches(/^[0-9a-f]{64}$/)],
  createdAtMs: ["created_at_ms", isWhole],
  revokedAtMs: ["revoked_at_ms", orNull(isWhole)],
};

const RESTRICTIONS: Fields<KeyRestrictions> = {
  origins: ["origins", isListOf(isOrigin)],
  places: ["places", isListOf(isPlaceKey)],
  operations: ["operations", isListOf(isKeyOperation)],
  callsADay: ["calls_a_day", isPositive],
};

const SPORT: Fields<CustomSport> = {
  id: ["id", matches(/^.+$/)],
  definition: ["definition", isText(isJsonObject)],
};

const USAGE_ROW: Fields<UsageRow> = {
  day: ["day", isDay],
  method: ["method", matches(/^\S+$/)],
  keyId: ["key_id", orNull(isKeyId)],
  calls: ["calls", isPositive],
};

const VERDICT_COUNTS: Fields<VerdictCounts> = {
  safe_to_book: ["safe_to_book", isWhole],
  proceed_with_caution: ["proceed_with_caution", isWhole],
  not_recommended: ["not_recommended", isWhole],
};

/** The plan may no longer exist. */
const PERIOD: Fields<PlanPeriod> = {
  sinceMs: ["since_ms", isWhole],
  plan: ["plan", isLine],
  monthlyQuota: ["monthly_quota", isWhole],
  state: ["state", isOneOf(ACCOUNT_STATES)],
  isPresumed: ["is_presumed", isFlag],
};

const AUDIT_LINE: Fields<AccountRecord["audit"][number]> = {
  atMs: ["at_ms", isWhole],
  operator: ["operator", isLine],
  action: ["action", isOneOf(AUDIT_ACTIONS)],
  about: ["about", orNull(isLine)],
};

export function recordToJson(record: AccountRecord): object {
  return {
    account: toJson(ACCOUNT, record.account),
    keys: record.keys.map((key) =>
      Object.assign(toJson(KEY, key), { restrictions: restrictionsToJson(key.restrictions) }),
    ),
    sports: record.sports.map((sport) => toJson(SPORT, sport)),
    usage: record.usage.map((row) => toJson(USAGE_ROW, row)),
    verdicts: record.verdicts.map(({ month, verdicts }) => ({ month, ...verdicts })),
    history: record.history.map((period) => toJson(PERIOD, period)),
    audit: record.audit.map((line) => toJson(AUDIT_LINE, line)),
  };
}

/** Throws an Error that names the first wrong value. */
export function recordFromJson(json: unknown): AccountRecord {
  const line = pick({ line: json }, "line", isObject);
  const record = {
    account: fromJson(ACCOUNT, pick(line, "account", isObject)),
    keys: pick(line, "keys", isListOfObjects).map(keyFromJson),
    sports: pick(line, "sports", isListOfObjects).map((sport) => fromJson(SPORT, sport)),
    usage: pick(line, "usage", isListOfObjects).map((row) => fromJson(USAGE_ROW, row)),
    verdicts: pick(line, "verdicts", isListOfObjects).map((month) => ({
      month: pick(month, "month", isMonth),
      verdicts: fromJson(VERDICT_COUNTS, month),
    })),
    history: pick(line, "history", isListOf(isObject)).map((period) => fromJson(PERIOD, period)),
    audit: pick(line, "audit", isListOfObjects).map((entry) => fromJson(AUDIT_LINE, entry)),
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

function keyFromJson(json: JsonObject): KeyRecord {
  const restricted = pick(json, "restrictions", orNull(isObject));
  // A publishable key without restrictions would be a key in a page that may do everything.
  pick(json, "prefix", matches(restricted === null ? /^wsk_/ : /^wpk_/));
  return {
    ...fromJson(KEY, json),
    restrictions: restricted === null ? undefined : fromJson(RESTRICTIONS, restricted),
  };
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Refuses items of equal names, which would be the same row in the store. */
function refuseRepeated<Item>(what: string, items: readonly Item[], nameOf: (item: Item) => string): void {
  const seen = new Set<string>();
  for (const name of items.map(nameOf)) {
    if (seen.has(name)) {
      throw new Error(`the ${what} ${name} is there twice`);
    }
    seen.add(name);
  }
}

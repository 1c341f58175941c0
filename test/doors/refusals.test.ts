// Requests that are refused: every door reports the same fault, in the door's format, and no refused request counts.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { AccountChange } from "../../src/accounts/account.ts";
import { FAULT_REASONS } from "../../src/errors/fault-reasons.ts";
import { codeName, type FieldViolation } from "../../src/errors/fault.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { spendingOf } from "../accounts/spending-of.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast, rankSafeSlots, rankVenues } = METHODS;

const slot = { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 };

/** Whose key a request carries. */
type KeyName = "good" | "none" | "malformed" | "unknown" | "suspended" | "closed" | "used up";

interface Refusal {
  /** By default a refusal is of GetForecast for London with a good key. */
  readonly method?: DescMethodUnary;
  readonly request?: JsonObject;
  readonly key?: KeyName;
  /** By default INVALID_PARAMETER. */
  readonly reason?: keyof typeof FAULT_REASONS;
  readonly sentence: RegExp;
  readonly fields?: readonly string[];
  readonly retryAfterSeconds?: number;
}

/** A request that judges one start, and a request that judges several. */
const booking = (change: JsonObject) => ({ method: getBookingConfidence, request: { ...slot, ...change } });
const ranking = (change: JsonObject) => ({ method: rankSafeSlots, request: { ...LONDON, ...change } });

const SLOTS_OF_WHICH_ONE_IS_GOOD = ["tomorrow", slot.start_time, "2026-11-22T14:00:00"];

const REFUSALS: Readonly<Record<string, Refusal>> = {
  "no key": { key: "none", reason: "KEY_MISSING", sentence: /X-API-Key/ },
  "a mistyped key": { key: "malformed", reason: "KEY_MALFORMED", sentence: /mistyped or incomplete/ },
  "an unknown key": { key: "unknown", reason: "KEY_UNKNOWN", sentence: /unknown or has been revoked/ },
  "a suspended account": { key: "suspended", reason: "ACCOUNT_SUSPENDED", sentence: /suspended/ },
  "a closed account": { key: "closed", reason: "ACCOUNT_CLOSED", sentence: /closed/ },
  "a used-up quota": {
    key: "used up",
    reason: "MONTHLY_QUOTA_EXHAUSTED",
    sentence: /All 1 requests of this calendar month are used.*2026-12-01/,
    retryAfterSeconds: 819_600,
  },
  "no parameter at all": {
    method: getBookingConfidence,
    request: {},
    sentence: /lat is required\. lng is required\./,
    fields: ["lat", "lng", "start_time", "duration_minutes"],
  },
  "a fact of the venue that the sport does not know": {
    request: { ...LONDON, sport: "kiteboarding", covered: true, sheltered: true },
    sentence:
      /^covered makes no difference to kiteboarding, which takes temp_shift_c\. sheltered makes no difference to kiteboarding,/,
    fields: ["covered", "sheltered"],
  },
  "a surface that the sport is not played on": {
    request: { ...LONDON, sport: "tennis", surface: "rock" },
    sentence: /^surface must be one of hard, clay, grass, artificial for tennis\.$/,
    fields: ["surface"],
  },
  "alternatives without starts to choose from": {
    ...booking({ alternatives: 3 }),
    sentence: /^alternatives needs starts.*candidates, or earliest_start and latest_start/,
    fields: ["alternatives"],
  },
  "alternatives of candidates and a grid": {
    ...booking({ alternatives: 3, candidates: [slot.start_time], step_minutes: 30 }),
    sentence: /^step_minutes belongs to a grid.*one or the other/,
    fields: ["step_minutes"],
  },
  "candidates without alternatives": {
    ...booking({ candidates: [slot.start_time] }),
    sentence: /^candidates is only used to choose alternatives/,
    fields: ["candidates"],
  },
  "a grid without alternatives": {
    ...booking({ earliest_start: slot.start_time, latest_start: slot.start_time }),
    sentence: /^earliest_start is only used to choose alternatives/,
    fields: ["earliest_start"],
  },
  "a time zone without alternatives": {
    ...booking({ time_zone: "Europe/London" }),
    sentence: /^time_zone is only used to choose alternatives/,
    fields: ["time_zone"],
  },
  "candidates in an unknown time zone": {
    ...booking({ alternatives: 1, candidates: [slot.start_time], time_zone: "Mars/Olympus" }),
    sentence: /^time_zone must be the IANA name/,
    fields: ["time_zone"],
  },
  "malformed slots, each of them named": {
    ...ranking({ slots: SLOTS_OF_WHICH_ONE_IS_GOOD }),
    sentence: /ISO 8601.*ambiguous/,
    fields: ["slots[0]", "slots[2]"],
  },
  "faults of parameters, sport, language and start, all at once": {
    ...booking({
      lat: 91,
      start_time: "2026-11-21T11:59:59Z",
      sport: "tenis",
      lang: "zh-CN",
      alternatives: 2,
      candidates: SLOTS_OF_WHICH_ONE_IS_GOOD,
    }),
    sentence:
      /^lat must be from -90 to 90\. sport is unknown\. .*mean tennis\?.* lang must be one of .* start_time is in the past\..* candidates\[0\] must be .* such as 2026-11-22T14:00:00Z\. candidates\[2\] is ambiguous/,
    fields: ["lat", "sport", "lang", "start_time", "candidates[0]", "candidates[2]"],
  },
  "no slots, an unknown sport, and a language without explain=true, all at once": {
    ...ranking({ sport: "chess", lang: "de" }),
    sentence: /^slots needs at least one value\. sport is unknown\. .* lang .*explain=true\.$/,
    fields: ["slots", "sport", "lang"],
  },
  "too many days, an unknown sport, and steps without a duration, all at once": {
    request: { ...LONDON, days: 8, step_minutes: 30, sport: "chess" },
    sentence: /^days .*sport .*step_minutes .*duration_minutes/,
    fields: ["days", "sport", "step_minutes"],
  },
  "two venues of one name": {
    method: rankVenues,
    request: {
      venues: [
        { ref: "a", ...LONDON },
        { ref: "b", ...LONDON },
        { ref: "a", ...LONDON },
      ],
      start_time: slot.start_time,
      duration_minutes: 60,
    },
    sentence: /^venues\[2\]\.ref is also the ref of venues\[0\]: each venue needs its own\.$/,
    fields: ["venues[2].ref"],
  },
  "windows without a duration": {
    request: { ...LONDON, windows: true },
    sentence: /^windows joins starts with the same verdict: also give duration_minutes/,
    fields: ["windows"],
  },
  "no key and a latitude out of range: the key comes first": {
    key: "none",
    request: { lat: 100, lng: 0 },
    reason: "KEY_MISSING",
    sentence: /X-API-Key/,
  },
};

// Each refusal comes from an address of its own, or the wrong keys among them would be throttled.
const service = await useDoors({ trustedProxies: ["loopback"] });
const good = await service.createCaller();

async function keyOfAccount(change: AccountChange): Promise<string> {
  const { accountId, key } = await service.createCaller({ plan: "free" });
  await service.store.updateAccount(accountId, change);
  await service.store.spend(spendingOf(accountId, { quota: 1 }));
  return key;
}

const keys: Readonly<Record<Exclude<KeyName, "good">, string | undefined>> = {
  none: undefined,
  malformed: good.key.slice(0, -1),
  unknown: createApiKey(),
  suspended: await keyOfAccount({ isSuspended: true }),
  // A closed account that is also suspended counts as closed.
  closed: await keyOfAccount({ isSuspended: true, isClosed: true }),
  "used up": await keyOfAccount({ monthlyQuota: 1 }),
};

describe("refusals", () => {
  it.each(Object.entries(REFUSALS))(
    "are the same fault at every door, say what to change, reveal nothing, and do not count: %s",
    async (name, refusal) => {
      // Each refusal has an account of its own, because too many refusals a second to one account are held back.
      const asker = await service.createCaller();
      const { method = getForecast, request = LONDON, key: whose = "good", fields = [] } = refusal;
      const key = whose === "good" ? asker.key : keys[whose];
      const headers = { "x-forwarded-for": `2001:db8:0:${Object.keys(REFUSALS).indexOf(name)}::1` };
      const fault = await faultOf(service.doors, { method, request, key, headers });
      const { reason = "INVALID_PARAMETER", retryAfterSeconds } = refusal;
      expect([fault.reason, fault.code]).toEqual([reason, codeName(FAULT_REASONS[reason].code)]);
      expect(fault.retryAfterSeconds).toBe(retryAfterSeconds);
      expect(fault.sentence).toMatch(refusal.sentence);
      expect(fault.violations.map(({ field }) => field)).toEqual(fields);
      expect(await service.callsOf(asker.accountId)).toBe(0);
    },
  );

  it("list all violations of a query at once: of its text, its bounds, its sport, its language and its start", async () => {
    const query =
      "lat=north&lng=181&start_time=2026-11-20T10:00:00Z&durration_minutes=60&sport=tenis&lang=zh&explain=yes";
    const response = await service.get(`/v1/booking-confidence?${query}`, good);
    const { reason, violations } = (await response.json()) as {
      reason: string;
      violations: FieldViolation[];
    };
    expect([response.status, reason]).toEqual([400, "INVALID_PARAMETER"]);
    // The misspelt durration_minutes is reported, but not the missing duration_minutes as well.
    expect(violations.map(({ field, reason: why }) => `${field} ${why}`)).toEqual([
      "lat INVALID_PARAMETER",
      "durration_minutes UNKNOWN_PARAMETER",
      "explain INVALID_PARAMETER",
      "lng INVALID_PARAMETER",
      "sport UNKNOWN_SPORT",
      "lang INVALID_PARAMETER",
      "start_time START_IN_PAST",
    ]);
    expect(violations.every((violation) => Object.keys(violation).length === 3)).toBe(true);
  });

  it("of receipt=true, in a query or in a review, say that there is no such parameter", async () => {
    const query = Object.entries({ ...slot, receipt: true }).map((each) => each.join("="));
    const url = `http://127.0.0.1:${service.ports.http}/v1/bookings:review`;
    const headers = { "x-api-key": good.key, "content-type": "application/json" };
    const body = JSON.stringify({ bookings: [{ ref: "b-1", ...slot }], receipt: true });
    for (const response of [
      await service.get(`/v1/booking-confidence?${query.join("&")}`, good),
      await fetch(url, { method: "POST", headers, body }),
    ]) {
      expect(response.status).toBe(400);
      const description = expect.stringMatching(/^is unknown\. The \w+ are /) as unknown;
      const violations = [{ field: "receipt", description, reason: "UNKNOWN_PARAMETER" }];
      expect(await response.json()).toMatchObject({ reason: "UNKNOWN_PARAMETER", violations });
    }
  });

  it("for quota show in the quota headers that nothing is left", async () => {
    const call = { method: getForecast, request: LONDON, key: keys["used up"] };
    const { headers } = await faultOf(service.doors, call);
    expect(headers.get("ratelimit")).toBe('"month";r=0;t=819600');
    expect(headers.get("ratelimit-policy")).toBe('"month";q=1;w=2592000');
  });
});

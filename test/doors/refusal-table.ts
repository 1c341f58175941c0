// Requests that are refused, whose key they carry, and what every door has to say.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import type { FaultReason } from "../../src/fault-reasons.ts";
import { LONDON, METHODS } from "./methods.ts";

const { getBookingConfidence, rankSafeSlots } = METHODS;

const slot = { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 };

/** Whose key a request carries. */
export type KeyName =
  "good" | "none" | "malformed" | "unknown" | "revoked" | "suspended" | "closed" | "used up";

export interface Refusal {
  /** GetForecast for London with a good key, where nothing else is said. */
  readonly method?: DescMethodUnary;
  readonly request?: JsonObject;
  readonly key?: KeyName;
  readonly code: string;
  readonly status: number;
  readonly reason: FaultReason;
  readonly sentence: RegExp;
  readonly fields?: readonly string[];
  readonly retryAfterSeconds?: number;
}

const unauthenticated = (reason: FaultReason, sentence: RegExp) => ({
  code: "unauthenticated",
  status: 401,
  reason,
  sentence,
});
const invalid = (sentence: RegExp, ...fields: readonly string[]) => ({
  code: "invalid_argument",
  status: 400,
  reason: "INVALID_PARAMETER" as const,
  sentence,
  fields,
});

/** Of operations that judge one start, and several. */
const booking = (change: JsonObject) => ({ method: getBookingConfidence, request: { ...slot, ...change } });
const ranking = (change: JsonObject) => ({ method: rankSafeSlots, request: { ...LONDON, ...change } });

const SLOTS_OF_WHICH_ONE_IS_GOOD = ["tomorrow", slot.start_time, "2026-11-22T14:00:00"];

export const REFUSALS: Readonly<Record<string, Refusal>> = {
  "no key": { key: "none", ...unauthenticated("KEY_MISSING", /X-API-Key/) },
  "a mistyped key": { key: "malformed", ...unauthenticated("KEY_MALFORMED", /mistyped or incomplete/) },
  "an unknown key": {
    key: "unknown",
    ...unauthenticated("KEY_UNKNOWN", /unknown or has been revoked/),
  },
  "a revoked key": { key: "revoked", ...unauthenticated("KEY_UNKNOWN", /unknown or has been revoked/) },
  "a suspended account": {
    key: "suspended",
    code: "permission_denied",
    status: 403,
    reason: "ACCOUNT_SUSPENDED",
    sentence: /suspended/,
  },
  "a closed account": {
    key: "closed",
    code: "permission_denied",
    status: 403,
    reason: "ACCOUNT_CLOSED",
    sentence: /closed/,
  },
  "a used-up quota": {
    key: "used up",
    code: "resource_exhausted",
    status: 429,
    reason: "MONTHLY_QUOTA_EXHAUSTED",
    sentence: /All 1 requests of this calendar month are used.*2026-12-01/,
    retryAfterSeconds: 819_600,
  },
  "no parameter at all": {
    method: getBookingConfidence,
    request: {},
    ...invalid(/lat is required\. lng is required\./, "lat", "lng", "start_time", "duration_minutes"),
  },
  "starts of sessions that last nobody knows how long": {
    request: { ...LONDON, step_minutes: 30 },
    ...invalid(/^step_minutes .*duration_minutes/, "step_minutes"),
  },
  "an unknown sport": {
    request: { ...LONDON, sport: "tenis" },
    ...invalid(/Did you mean tennis\?.*outdoor, golf, tennis/, "sport"),
    reason: "UNKNOWN_SPORT",
  },
  "a fact of the venue that the sport does not know": {
    request: { ...LONDON, sport: "kiteboarding", covered: true, sheltered: true },
    ...invalid(
      /^covered is not known to kiteboarding, which knows temp_shift_c\. sheltered is not known to kiteboarding,/,
      "covered",
      "sheltered",
    ),
  },
  "a surface that the sport is not played on": {
    request: { ...LONDON, sport: "tennis", surface: "rock" },
    ...invalid(/^surface must be one of hard, clay, grass, artificial for tennis\.$/, "surface"),
  },
  "an unknown language": {
    ...booking({ lang: "zh-CN" }),
    ...invalid(/^lang must be one of de, en, es, fr, it, nl, pt, sv,/, "lang"),
  },
  "a language of slots that have no sentence": {
    ...ranking({ slots: [slot.start_time], lang: "de" }),
    ...invalid(/^lang .*explain=true/, "lang"),
  },
  "a receipt of a service that signs none": {
    ...booking({ receipt: true, receipt_ref: "b-1" }),
    ...invalid(/^receipt cannot be had/, "receipt"),
    reason: "RECEIPTS_NOT_SET_UP",
  },
  "receipts of bookings, of a service that signs none": {
    method: METHODS.reviewBookings,
    request: {
      bookings: [{ ref: "b-1", ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 }],
      receipt: true,
    },
    ...invalid(/^receipt cannot be had/, "receipt"),
    reason: "RECEIPTS_NOT_SET_UP",
  },
  "a reference of a receipt that was not asked for": {
    ...booking({ receipt_ref: "b-1" }),
    ...invalid(/^receipt_ref .*receipt=true/, "receipt_ref"),
  },
  "a start in the past": {
    ...booking({ start_time: "2026-11-21T11:59:59Z" }),
    ...invalid(/past.*2026-11-21T12:00:00Z/, "start_time"),
    reason: "START_IN_PAST",
  },
  "a session that began more than twelve hours ago": {
    ...booking({ start_time: "2026-11-21T00:19:59Z", ongoing: true }),
    ...invalid(/more than 12 hours back.*2026-11-21T00:20:00Z/, "start_time"),
    reason: "START_IN_PAST",
  },
  "alternatives of nothing": {
    ...booking({ alternatives: 3 }),
    ...invalid(/^alternatives needs starts.*candidates, or earliest_start and latest_start/, "alternatives"),
  },
  "alternatives of candidates and a grid": {
    ...booking({ alternatives: 3, candidates: [slot.start_time], step_minutes: 30 }),
    ...invalid(/^step_minutes belongs to a grid.*one or the other/, "step_minutes"),
  },
  "candidates for nothing": {
    ...booking({ candidates: [slot.start_time] }),
    ...invalid(/^candidates is what alternatives are chosen from/, "candidates"),
  },
  "a grid for nothing": {
    ...booking({ earliest_start: slot.start_time, latest_start: slot.start_time }),
    ...invalid(/^earliest_start is what alternatives are chosen from/, "earliest_start"),
  },
  "a grid without an end, in a place out of this world": {
    ...booking({ alternatives: 1, earliest_start: slot.start_time, time_zone: "Mars/Olympus" }),
    ...invalid(/^latest_start is required.*time_zone must be/, "latest_start", "time_zone"),
  },
  "candidates in a place out of this world": {
    ...booking({ alternatives: 1, candidates: [slot.start_time], time_zone: "Mars/Olympus" }),
    ...invalid(/^time_zone must be the IANA name/, "time_zone"),
  },
  "a time zone for nothing": {
    ...booking({ time_zone: "Europe/London" }),
    ...invalid(/^time_zone is what alternatives are chosen from/, "time_zone"),
  },
  "six alternatives of 49 candidates": {
    ...booking({ alternatives: 6, candidates: Array(49).fill(slot.start_time) }),
    ...invalid(/^alternatives must be from 1 to 5\. candidates .*48/, "alternatives", "candidates"),
  },
  "malformed slots, each of them named": {
    ...ranking({ slots: SLOTS_OF_WHICH_ONE_IS_GOOD }),
    ...invalid(/ISO 8601.*ambiguous/, "slots[0]", "slots[2]"),
  },
  "what its rules, its sport, its language and the clock find, all at once": {
    ...booking({
      lat: 91,
      start_time: "2026-11-21T11:59:59Z",
      sport: "tenis",
      lang: "zh-CN",
      alternatives: 2,
      candidates: SLOTS_OF_WHICH_ONE_IS_GOOD,
    }),
    ...invalid(
      /^lat must be from -90 to 90\. sport is unknown\. .*mean tennis\?.* lang must be one of .* start_time is in the past\..* candidates\[0\] must be .* such as 2026-11-22T14:00:00Z\. candidates\[2\] is ambiguous/,
      "lat",
      "sport",
      "lang",
      "start_time",
      "candidates[0]",
      "candidates[2]",
    ),
  },
  "slots of which none can be read, of an unknown sport: no more is said of what they lack": {
    ...ranking({ sport: "chess", lang: "de" }),
    ...invalid(
      /^slots needs at least one value\. sport is unknown\. .* lang .*explain=true\.$/,
      "slots",
      "sport",
      "lang",
    ),
  },
  "a forecast of too many days in steps of nothing": {
    request: { ...LONDON, days: 8, step_minutes: 30, sport: "chess" },
    ...invalid(/days.*sport.*step_minutes/, "days", "sport", "step_minutes"),
  },
  "no key and no sense: the key comes first": {
    key: "none",
    request: { lat: 100, lng: 0 },
    ...unauthenticated("KEY_MISSING", /X-API-Key/),
  },
  "no sense and no quota: the sense comes first": {
    key: "used up",
    request: { ...LONDON, sport: "chess" },
    ...invalid(/sport/, "sport"),
    reason: "UNKNOWN_SPORT",
  },
};

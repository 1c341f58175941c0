// Requests that are refused, whose key they carry, and what every door has to say.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { LONDON, METHODS } from "./methods.ts";

const { getBookingConfidence, rankSafeSlots } = METHODS;

const slot = { ...LONDON, start_time: "2026-11-22T14:00:00Z", duration_minutes: 60 };

/** Whose key a request carries. */
export type KeyName = "good" | "none" | "malformed" | "unknown" | "revoked" | "suspended" | "used up";

export interface Refusal {
  readonly name: string;
  /** GetForecast for London with a good key, where nothing else is said. */
  readonly method?: DescMethodUnary;
  readonly request?: JsonObject;
  readonly key?: KeyName;
  readonly code: string;
  readonly status: number;
  readonly sentence: RegExp;
  readonly fields?: readonly string[];
  readonly retryAfterSeconds?: number;
}

const UNAUTHENTICATED = { code: "unauthenticated", status: 401 };
const INVALID = { code: "invalid_argument", status: 400 };

export const REFUSALS: readonly Refusal[] = [
  { name: "no key", key: "none", ...UNAUTHENTICATED, sentence: /X-API-Key/ },
  { name: "a mistyped key", key: "malformed", ...UNAUTHENTICATED, sentence: /complete API key/ },
  { name: "an unknown key", key: "unknown", ...UNAUTHENTICATED, sentence: /unknown or has been revoked/ },
  { name: "a revoked key", key: "revoked", ...UNAUTHENTICATED, sentence: /unknown or has been revoked/ },
  {
    name: "a suspended account",
    key: "suspended",
    code: "permission_denied",
    status: 403,
    sentence: /suspended/,
  },
  {
    name: "a used-up quota",
    key: "used up",
    code: "resource_exhausted",
    status: 429,
    sentence: /All 1 requests of this calendar month are used.*2026-12-01/,
    retryAfterSeconds: 819_600,
  },
  {
    name: "no parameter at all",
    method: getBookingConfidence,
    request: {},
    ...INVALID,
    sentence: /lat is required\. lng is required\./,
    fields: ["lat", "lng", "start_time", "duration_minutes"],
  },
  {
    name: "a latitude beyond the pole",
    request: { lat: 90.01, lng: 0 },
    ...INVALID,
    sentence: /-90.*90/,
    fields: ["lat"],
  },
  {
    name: "more days than there are",
    request: { ...LONDON, days: 8 },
    ...INVALID,
    sentence: /days.*1.*7/,
    fields: ["days"],
  },
  {
    name: "a session of no length",
    method: getBookingConfidence,
    request: { ...slot, duration_minutes: 0 },
    ...INVALID,
    sentence: /duration_minutes.*1.*1440/,
    fields: ["duration_minutes"],
  },
  {
    name: "an unknown sport",
    request: { ...LONDON, sport: "tenis" },
    ...INVALID,
    sentence: /Did you mean tennis\?.*outdoor, golf, tennis/,
    fields: ["sport"],
  },
  {
    name: "a start in the past",
    method: getBookingConfidence,
    request: { ...slot, start_time: "2026-11-21T11:59:59Z" },
    ...INVALID,
    sentence: /past.*2026-11-21T12:00:00Z/,
    fields: ["start_time"],
  },
  {
    name: "a start beyond the horizon",
    method: getBookingConfidence,
    request: { ...slot, start_time: "2026-11-28T12:20:01Z" },
    ...INVALID,
    sentence: /beyond the forecast.*2026-11-28T12:20:00Z/,
    fields: ["start_time"],
  },
  {
    name: "no slot at all",
    method: rankSafeSlots,
    request: { ...LONDON },
    ...INVALID,
    sentence: /at least one/,
    fields: ["slots"],
  },
  {
    name: "21 slots",
    method: rankSafeSlots,
    request: { ...LONDON, slots: Array.from({ length: 21 }, () => slot.start_time) },
    ...INVALID,
    sentence: /20/,
    fields: ["slots"],
  },
  {
    name: "malformed slots, each of them named",
    method: rankSafeSlots,
    request: { ...LONDON, slots: ["tomorrow", slot.start_time, "2026-11-22T14:00:00"] },
    ...INVALID,
    sentence: /ISO 8601.*ambiguous/,
    fields: ["slots[0]", "slots[2]"],
  },
  {
    name: "no key and no sense: the key comes first",
    key: "none",
    request: { lat: 100, lng: 0 },
    ...UNAUTHENTICATED,
    sentence: /X-API-Key/,
  },
  {
    name: "no sense and no quota: the sense comes first",
    key: "used up",
    request: { ...LONDON, sport: "chess" },
    ...INVALID,
    sentence: /sport/,
    fields: ["sport"],
  },
];

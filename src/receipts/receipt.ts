import type { ExplainedHours } from "../scoring/explained-session.ts";

/** The `typ` of a receipt, which shows at once whether its weather is simulated. */
export const RECEIPT_TYPES = { real: "suitability-receipt+jwt", simulated: "suitability-demo+jwt" } as const;

const HOUR = { time: "string", wet_mm: "number" } as const;
const CURVE = [["number", "number"]] as const;

/**
 * The required members of a receipt's payload. Names are as in /v1, except for `iss`, `iat` and `jti`, which JSON Web Tokens
 * define.
 */
const SHAPE = {
  /** The issuer: an https URL. */
  iss: "string",
  /** Unix seconds. */
  iat: "number",
  jti: "string",
  operation: "string",
  question: { lat: "number", lng: "number", start_time: "string", duration_minutes: "number" },
  profile: {
    id: "string",
    base: "string",
    weight: { rain: "number", wind: "number", temp: "number", cloud: "number" },
    rain: CURVE,
    wind: CURVE,
    temp: CURVE,
    wet: { weight: "number", half_life_h: "number", full_mm: "number" },
    snow: "number",
    fog: "number",
    night: "number",
  },
  answer: {
    playability_score: "number",
    recommendation: "string",
    rain_risk: "string",
    wind_risk: "string",
    temp_c: "number",
    summary: "string",
    forecast_at: "string",
  },
  explanation: { points_lost: [{ factor: "string", points: "number" }], hours: [HOUR] },
  model_version: "string",
  source: "string",
  credit: "string",
} as const;

/** The type of a value that fits a shape: `[shape]` is a list of any length, `[shape, shape]` a pair. */
type Shaped<Shape> = Shape extends "string"
  ? string
  : Shape extends "number"
    ? number
    : Shape extends readonly [infer Item]
      ? readonly Shaped<Item>[]
      : { readonly [Name in keyof Shape]: Shaped<Shape[Name]> };

export type Receipt = Shaped<Omit<typeof SHAPE, "explanation">> & {
  /** The caller's name for the booking. */
  readonly sub?: string;
  readonly explanation: ExplainedHours & Shaped<Pick<(typeof SHAPE)["explanation"], "points_lost">>;
};

/** Whether a payload has all required members, and a session of a length that can be booked. */
export function isReceipt(value: unknown): value is Receipt {
  if (!hasShape(value, SHAPE)) return false;
  const { question, sub, explanation } = value as unknown as Receipt;
  return (
    // A session is scored minute by minute, so a very long one would take long.
    Number.isInteger(question.duration_minutes) &&
    question.duration_minutes >= 1 &&
    question.duration_minutes <= 1440 &&
    (sub === undefined || typeof sub === "string") &&
    [explanation.hour_before, explanation.hour_after].every(
      (hour) => hour === undefined || hasShape(hour, HOUR),
    )
  );
}

function hasShape(value: unknown, shape: unknown): boolean {
  if (typeof shape === "string") return typeof value === shape;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return false;
    return shape.length === 1
      ? value.every((item) => hasShape(item, shape[0]))
      : value.length === shape.length && value.every((item, i) => hasShape(item, shape[i]));
  }
  if (typeof value !== "object" || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape as object).every(([name, each]) => hasShape(members[name], each));
}

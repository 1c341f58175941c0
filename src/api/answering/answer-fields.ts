// Shared by all answers: the model's words as enums of the API, rounded numbers, times, headers.
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Factor, type PointsLost as PointsLostMessage } from "#gen/suitability/v1/explanation_pb.ts";
import { Conditions } from "#gen/suitability/v1/forecast_pb.ts";
import { Recommendation, RiskLevel } from "#gen/suitability/v1/values_pb.ts";
import type { Place } from "../../lib/place.ts";
import type { conditionsOf } from "../../scoring/conditions.ts";
import { MODEL_VERSION } from "../../scoring/model-version.ts";
import { pointsLost, type PointsLost } from "../../scoring/hour-score.ts";
import type { SessionScore, SessionVerdict } from "../../scoring/session-score.ts";
import { type Verdict, VERDICTS } from "../../scoring/verdicts.ts";
import type { Language } from "../../words/language.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";

export const RECOMMENDATIONS = {
  safe_to_book: Recommendation.SAFE_TO_BOOK,
  proceed_with_caution: Recommendation.PROCEED_WITH_CAUTION,
  not_recommended: Recommendation.NOT_RECOMMENDED,
} as const satisfies Record<Verdict, Recommendation>;

const VERDICT_BY_NUMBER = new Map<number, Verdict>(
  VERDICTS.map((verdict) => [RECOMMENDATIONS[verdict], verdict]),
);

/** The word of a verdict's enum number; undefined for other numbers. */
export function recommendationOf(value: number): Verdict | undefined {
  return VERDICT_BY_NUMBER.get(value);
}

export const RISK_LEVELS = {
  low: RiskLevel.LOW,
  medium: RiskLevel.MEDIUM,
  high: RiskLevel.HIGH,
} as const satisfies Record<SessionVerdict["rainRisk"], RiskLevel>;

const FACTORS = {
  rain: Factor.RAIN,
  wind: Factor.WIND,
  temp: Factor.TEMPERATURE,
  cloud: Factor.CLOUD,
  wet: Factor.WET_SURFACE,
  fog: Factor.FOG,
  dark: Factor.DARKNESS,
  storm: Factor.STORM,
} as const satisfies Record<PointsLost["factor"], Factor>;

export const CONDITIONS = {
  dry: Conditions.DRY,
  cloudy: Conditions.CLOUDY,
  rain: Conditions.RAIN,
  snow: Conditions.SNOW,
  storm: Conditions.STORM,
  fog: Conditions.FOG,
} as const satisfies Record<ReturnType<typeof conditionsOf>, Conditions>;

/** The factors that cost a session or an hour its points. */
export function pointsLostTo(
  score: Pick<SessionScore, "playabilityScore" | "multiplier">,
): PointsLostMessage[] {
  return pointsLost(score).map(({ factor, points }) => ({
    $typeName: "suitability.v1.PointsLost",
    factor: FACTORS[factor],
    points,
  }));
}

/** Rounds to one decimal; never to -0, which Protobuf would send and clients would show. */
export function toTenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** Rounds to a whole number; undefined for NaN or undefined. */
export function toWhole(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : Math.round(value) + 0;
}

/** The shortest decimal that becomes this 32-bit float: 17.1 for 17.100000381469727. */
export function shortestDecimal(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const decimal = Number(value.toPrecision(digits));
    if (Math.fround(decimal) === value) return decimal + 0;
  }
  // Nine digits always suffice.
  return Number(value.toPrecision(9));
}

/** Does the same as `timestampFromMs`, in a third of the time. */
export function timestampAt(ms: number): Timestamp {
  const seconds = Math.floor(ms / 1000);
  const nanos = (ms - seconds * 1000) * 1_000_000;
  return { $typeName: "google.protobuf.Timestamp", seconds: BigInt(seconds), nanos };
}

/**
 * `scoring-model-version` distinguishes scores of different models. `weather-source` is the name that the licences require.
 * `weather-location` shows a caller who has swapped the coordinates where the weather is from.
 * `cache-control` says how long the caller may cache the answer: `no-cache` means that it has to revalidate each time.
 * `content-language` names the language that was asked for.
 */
export function answerHeaders(
  forecast: Pick<HourlyWeather, "source" | "freshUntilMs">,
  {
    changesAtMs,
    nowMs,
    sportsOwner,
    language,
    place,
  }: {
    /** When the answer changes because time has passed; Unix ms. */
    readonly changesAtMs: number;
    readonly nowMs: number;
    /** Set if the account has ever had sports of its own. */
    readonly sportsOwner: object | undefined;
    readonly language?: Language | undefined;
    /** Undefined if the answer is about several. */
    readonly place?: Place | undefined;
  },
): Record<string, string> {
  // An account with sports of its own gets answers that it must revalidate: a change of these sports takes effect within a
  // second.
  const untilMs = sportsOwner === undefined ? Math.min(forecast.freshUntilMs ?? 0, changesAtMs) : 0;
  const seconds = Math.floor((untilMs - nowMs) / 1000);
  const headers: Record<string, string> = {
    "scoring-model-version": MODEL_VERSION,
    "weather-source": forecast.source,
    "cache-control": seconds > 0 ? `private, max-age=${seconds}` : "private, no-cache",
  };
  if (place !== undefined) headers["weather-location"] = place.key;
  if (language !== undefined) headers["content-language"] = language.tag;
  return headers;
}

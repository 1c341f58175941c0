// What answers have in common: the words of the model as the enums of the API, numbers and times as they are shown, and headers.
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { Factor } from "#gen/suitability/v1/explanation_pb.ts";
import { Conditions } from "#gen/suitability/v1/forecast_pb.ts";
import { Recommendation, RiskLevel } from "#gen/suitability/v1/values_pb.ts";
import type { conditionsOf } from "../scoring/conditions.ts";
import { MODEL_VERSION } from "../scoring/model-version.ts";
import { pointsLost, type PointsLost } from "../scoring/points-lost.ts";
import type { SessionScore } from "../scoring/session-score.ts";
import type { Language } from "../scoring/words/language.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";

/** A verdict's word in an answer. */
export const RECOMMENDATIONS = {
  safe_to_book: Recommendation.SAFE_TO_BOOK,
  proceed_with_caution: Recommendation.PROCEED_WITH_CAUTION,
  not_recommended: Recommendation.NOT_RECOMMENDED,
} as const satisfies Record<SessionScore["recommendation"], Recommendation>;

const RISK_LEVELS = {
  low: RiskLevel.LOW,
  medium: RiskLevel.MEDIUM,
  high: RiskLevel.HIGH,
} as const satisfies Record<SessionScore["rainRisk"], RiskLevel>;

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

/** The weather's word in an answer. */
export const CONDITIONS = {
  dry: Conditions.DRY,
  cloudy: Conditions.CLOUDY,
  rain: Conditions.RAIN,
  snow: Conditions.SNOW,
  storm: Conditions.STORM,
  fog: Conditions.FOG,
} as const satisfies Record<ReturnType<typeof conditionsOf>, Conditions>;

/** The fields that a single verdict and a ranked slot share. */
export function verdict(session: SessionScore) {
  return {
    playabilityScore: session.playabilityScore,
    recommendation: RECOMMENDATIONS[session.recommendation],
    rainRisk: RISK_LEVELS[session.rainRisk],
    windRisk: RISK_LEVELS[session.windRisk],
  };
}

/** Where the points went that a session or an hour lacks. */
export function pointsLostTo(score: Pick<SessionScore, "playabilityScore" | "multiplier">) {
  return pointsLost(score).map(({ factor, points }) => ({ factor: FACTORS[factor], points }));
}

/** To one decimal, as temperatures, wind and rain are shown; never -0, which JSON would keep. */
export function toTenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** To a whole number, where the value is known. */
export function toWhole(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : Math.round(value) + 0;
}

/** The decimal with the fewest digits that a column of 32-bit floats holds as this very value: 17.1, not 17.100000381469727. */
export function shortestDecimal(value: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const decimal = Number(value.toPrecision(digits));
    if (Math.fround(decimal) === value) return decimal + 0;
  }
  // Nine always do.
  return Number(value.toPrecision(9));
}

/** A whole second, in Unix ms; throws a RangeError for any other time. A tenth of the work of `timestampFromMs`. */
export function timestampAt(ms: number): Timestamp {
  return { $typeName: "google.protobuf.Timestamp", seconds: BigInt(ms / 1000), nanos: 0 };
}

/**
 * `scoring-model-version` tells scores of different models apart. `weather-source` is the name that a licence asks for, and
 * explains a jump between two answers. `cache-control` says for how long the caller may cache the answer, `content-language`
 * what a `lang` with a region fell back on.
 */
export function setAnswerHeaders(
  headers: Record<string, string>,
  made: {
    readonly forecast: HourlyWeather;
    /** When the passing of time alone changes the answer; Unix ms. */
    readonly changesAtMs: number;
    /** Whether the account has ever had sports of its own: a change of them takes effect within a second. */
    readonly hasOwnSports: boolean;
    readonly nowMs: number;
    /** That of its sentences; only where the call asked for one, so that other answers have the headers they always had. */
    readonly language?: Language | undefined;
  },
): void {
  const { forecast, changesAtMs, hasOwnSports, nowMs, language } = made;
  headers["scoring-model-version"] = MODEL_VERSION;
  headers["weather-source"] = forecast.source;
  const untilMs = hasOwnSports ? 0 : Math.min(forecast.freshUntilMs ?? 0, changesAtMs);
  headers["cache-control"] = cacheControl(untilMs - nowMs);
  if (language !== undefined) headers["content-language"] = language.tag;
}

/** `no-cache`: it may be cached, and has to be asked about each time, which a 304 answers. */
function cacheControl(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  return seconds > 0 ? `private, max-age=${seconds}` : "private, no-cache";
}

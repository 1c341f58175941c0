// Recomputes a session's score from the `explanation` of an answer, without the service.
import { scoreSession, type SessionScore } from "./session-score.ts";
import type { CompiledProfile } from "./sports/profile.ts";
import type { WeatherColumns } from "./weather-columns.ts";

const HOUR_MS = 3_600_000;

/** An hour in the JSON of an answer; values that the source does not have are absent. */
export type ExplainedHour = Readonly<Record<string, number | boolean | string | undefined>> & {
  readonly time: string;
  readonly wet_mm: number;
};

/** The part of an `explanation` that the score depends on. */
export interface ExplainedHours {
  readonly hours: readonly ExplainedHour[];
  readonly hour_before?: ExplainedHour;
  readonly hour_after?: ExplainedHour;
}

/**
 * The service's score, bit for bit. Undefined if an hour is missing in between, if the session does not start within the
 * hours, or if the hours cover less than half of the session.
 */
export function scoreExplained(
  { hours, hour_before: before, hour_after: after }: ExplainedHours,
  session: {
    /** ISO 8601. */
    readonly startTime: string;
    readonly durationMinutes: number;
    readonly profile: CompiledProfile;
  },
): SessionScore | undefined {
  const { startTime, durationMinutes, profile } = session;
  const all = [before, ...hours, after].filter((hour) => hour !== undefined);
  const firstMs = Date.parse(all[0]?.time ?? "");
  const startMinute = Math.floor((Date.parse(startTime) - firstMs) / 60_000);
  // For a start outside of the hours, the loops over hours would take long; for an invalid time (NaN) they would never end.
  if (!(startMinute >= 0 && startMinute < all.length * 60)) return undefined;
  if (all.some(({ time }, i) => Date.parse(time) !== firstMs + i * HOUR_MS)) return undefined;
  return scoreSession({ weather: columnsOf(all), profile, startMinute, durationMinutes });
}

function columnsOf(hours: readonly ExplainedHour[]): WeatherColumns {
  // The service scores 32-bit floats, whose nearest value to 17.1 is slightly larger.
  const column = (name: string) => Float32Array.from(hours, (hour) => Number(hour[name] ?? Number.NaN));
  return {
    hours: hours.length,
    tempC: column("temp_c"),
    apparentC: column("apparent_c"),
    rainMm: column("rain_mm"),
    precipProbPct: column("precip_prob_pct"),
    windKmh: column("wind_kmh"),
    gustKmh: column("gust_kmh"),
    cloudPct: column("cloud_cover_pct"),
    weatherCode: column("weather_code"),
    isDay: column("is_day"),
    visibilityM: column("visibility_m"),
    humidityPct: column("humidity_pct"),
    wetMm: hours[0]?.wet_mm ?? 0,
  };
}

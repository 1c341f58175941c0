// Recomputes the score of a stored answer with only the arithmetic in src/scoring, for instance when a customer asks why a booking was
// called safe:
//
//   node examples/recompute-score.ts REQUEST ANSWER [DEFINITION]
//
// REQUEST is the URL of the call. ANSWER is a file with the body of the answer (booking-confidence with explain=true).
// DEFINITION is a file with the sport's definition, if the sport is one of the account's own.
import { readFileSync } from "node:fs";
import { MODEL_VERSION } from "../src/scoring/model-version.ts";
import { pointsLost } from "../src/scoring/hour-score.ts";
import { scoreSession, type SessionScore } from "../src/scoring/session-score.ts";
import { customProfileFromJson } from "../src/scoring/sports/custom-profile.ts";
import { findProfile } from "../src/scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile } from "../src/scoring/sports/profile.ts";
import { profileAtVenue, VENUE_FACTS, type VenueFacts } from "../src/scoring/sports/venue-facts.ts";
import { HOUR_MS, type WeatherColumns } from "../src/scoring/weather-columns.ts";

/** An hour in the JSON of an answer; values that the source does not have are absent. */
type StoredHour = Readonly<Record<string, number | boolean | string | undefined>> & {
  readonly time: string;
  readonly wet_mm: number;
  readonly soaked_mm: number;
};

/** The part of an answer's body that is read here. */
export interface StoredAnswer {
  readonly playability_score: number;
  readonly explanation: {
    readonly forecast_at: string;
    readonly source: string;
    readonly model_version: string;
    readonly hours: readonly StoredHour[];
    readonly hour_before?: StoredHour;
    readonly hour_after?: StoredHour;
    readonly later_hours?: readonly StoredHour[];
  };
}

/**
 * Scores the session of an answer from the hours in its explanation, as the service did, bit for bit. Throws if that is
 * impossible.
 */
export function recomputedScore(request: string, answer: StoredAnswer, definition?: string): SessionScore {
  const { explanation } = answer;
  const { model_version: version, hours, hour_before: before } = explanation;
  const { hour_after: after, later_hours: later = [] } = explanation;
  if (version !== MODEL_VERSION) {
    throw new Error(
      `the answer is of model version ${version}, and this code of ${MODEL_VERSION}: take the code of that time`,
    );
  }
  const query = new URL(request, "http://any.host").searchParams;
  const all = [before, ...hours, after, ...later].filter((hour) => hour !== undefined);
  const firstMs = Date.parse(all[0]?.time ?? "");
  const startMinute = Math.floor((Date.parse(query.get("start_time") ?? "") - firstMs) / 60_000);
  const durationMinutes = Number(query.get("duration_minutes"));
  const profile = profileOf(query, definition);
  const isWhole = all.every(({ time }, i) => Date.parse(time) === firstMs + i * HOUR_MS);
  // For a start outside of the hours, the loops over hours would take long; for an invalid time (NaN) they would never end.
  const isWithin = startMinute >= 0 && startMinute < all.length * 60;
  const generatedAtMs = Date.parse(explanation.forecast_at);
  const weather = { ...columnsOf(all), startMs: firstMs, generatedAtMs };
  const score =
    isWhole && isWithin ? scoreSession({ weather, profile, startMinute, durationMinutes }) : undefined;
  if (score === undefined) throw new Error("the answer's hours are not those of the request's session");
  return score;
}

function columnsOf(hours: readonly StoredHour[]): WeatherColumns {
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
    soakedMm: hours[0]?.soaked_mm ?? 0,
  };
}

/** The profile of the request's sport, with the venue facts that the request states. */
function profileOf(query: URLSearchParams, text: string | undefined): CompiledProfile {
  const custom = text === undefined ? undefined : customProfileFromJson(text);
  if (custom !== undefined && "problems" in custom) throw new Error(custom.problems.join(" "));
  const name = query.get("sport") ?? "outdoor";
  const profile = custom === undefined ? findProfile(name) : compileProfile(custom.profile);
  if (profile === undefined)
    throw new Error(`${name} is no built-in sport: give the file with its definition`);
  const facts = VENUE_FACTS.filter((fact) => query.has(fact)).map((fact) => [fact, factValue(query, fact)]);
  if (facts.length === 0) return profile;
  return profileAtVenue(profile, custom?.definition, Object.fromEntries(facts) as VenueFacts);
}

function factValue(query: URLSearchParams, fact: keyof VenueFacts): unknown {
  const text = query.get(fact);
  if (fact === "surface") return text;
  return fact === "temp_shift_c" ? Number(text) : text === "true";
}

if (import.meta.main) {
  const [request, file, definitionFile] = process.argv.slice(2);
  if (request === undefined || file === undefined) {
    throw new Error("usage: node examples/recompute-score.ts REQUEST ANSWER [DEFINITION]");
  }
  const answer = JSON.parse(readFileSync(file, "utf8")) as StoredAnswer;
  const definition = definitionFile === undefined ? undefined : readFileSync(definitionFile, "utf8");
  const score = recomputedScore(request, answer, definition);
  const { forecast_at: forecastAt, source, model_version: version } = answer.explanation;
  const lost = pointsLost(score).map(({ factor, points }) => `${factor} ${points}`);
  process.stdout.write(
    `Forecast of ${source}, ${forecastAt}; model version ${version}\n` +
      `Stored:     ${answer.playability_score}\n` +
      `Recomputed: ${score.playabilityScore} (${score.raw.toFixed(3)}), ${score.recommendation}\n` +
      `Lost:       ${lost.join(", ") || "nothing"}\n`,
  );
  process.exitCode = score.playabilityScore === answer.playability_score ? 0 : 1;
}

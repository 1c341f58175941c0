// Works a stored answer's score out again, with nothing but the arithmetic in src/scoring. For the day on which somebody asks
// why a booking was called safe:
//
//   node examples/recompute-score.ts REQUEST ANSWER [DEFINITION]
//
// REQUEST is the URL that was asked, ANSWER a file with the body that came (booking-confidence with explain=true), DEFINITION
// a file with the sport, where it was one of the account's own.
import { readFileSync } from "node:fs";
import { MODEL_VERSION } from "../src/scoring/model-version.ts";
import { pointsLost } from "../src/scoring/points-lost.ts";
import { scoreSession, type SessionScore } from "../src/scoring/session-score.ts";
import { customProfileFromJson } from "../src/scoring/sports/custom-profile.ts";
import { findProfile } from "../src/scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile } from "../src/scoring/sports/profile.ts";
import { profileAtVenue, VENUE_FACTS, type VenueFacts } from "../src/scoring/sports/venue-facts.ts";
import type { WeatherColumns } from "../src/scoring/weather-columns.ts";

/** An hour of `explanation`; what the weather source did not tell is not there. */
type StoredHour = Readonly<Record<string, number | boolean | undefined>> & {
  readonly time: string;
  readonly wet_mm: number;
};

/** What of an answer's body is read here. */
export interface StoredAnswer {
  readonly playability_score: number;
  readonly explanation: {
    readonly forecast_at: string;
    readonly source: string;
    readonly model_version: string;
    readonly hours: readonly StoredHour[];
    readonly hour_before?: StoredHour;
    readonly hour_after?: StoredHour;
  };
}

/** The session that an answer is about, scored from what the answer says of its hours. Throws where that cannot be done. */
export function recomputedScore(request: string, answer: StoredAnswer, definition?: string): SessionScore {
  const { explanation } = answer;
  if (explanation.model_version !== MODEL_VERSION) {
    throw new Error(
      `the answer is of model version ${explanation.model_version}, and this code of ${MODEL_VERSION}: take the code of that time`,
    );
  }
  const query = new URL(request, "http://any.host").searchParams;
  const hours = [explanation.hour_before, ...explanation.hours, explanation.hour_after].filter(
    (hour) => hour !== undefined,
  );
  const sinceFirstMs = Date.parse(query.get("start_time") ?? "") - Date.parse(hours[0]?.time ?? "");
  const score = scoreSession({
    weather: columnsOf(hours),
    profile: profileOf(query, definition),
    startMinute: Math.floor(sinceFirstMs / 60_000),
    durationMinutes: Number(query.get("duration_minutes")),
  });
  if (score === undefined) throw new Error("the answer's hours are not those of the request's session");
  return score;
}

function columnsOf(hours: readonly StoredHour[]): WeatherColumns {
  // The service scores 32-bit floats, and 17.1 is a little less as one of them.
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

/** The sport that was asked for, at the venue that was told of. */
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

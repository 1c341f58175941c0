// Recomputes the score of a stored answer with only the arithmetic in src/scoring, for instance when a customer asks why a booking was
// called safe:
//
//   node examples/recompute-score.ts REQUEST ANSWER [DEFINITION]
//
// REQUEST is the URL of the call. ANSWER is a file with the body of the answer (booking-confidence with explain=true).
// DEFINITION is a file with the sport's definition, if the sport is one of the account's own.
import { readFileSync } from "node:fs";
import { type ExplainedHours, scoreExplained } from "../src/scoring/explained-session.ts";
import { MODEL_VERSION } from "../src/scoring/model-version.ts";
import { pointsLost } from "../src/scoring/hour-score.ts";
import type { SessionScore } from "../src/scoring/session-score.ts";
import { customProfileFromJson } from "../src/scoring/sports/custom-profile.ts";
import { findProfile } from "../src/scoring/sports/find-profile.ts";
import { compileProfile, type CompiledProfile } from "../src/scoring/sports/profile.ts";
import { profileAtVenue, VENUE_FACTS, type VenueFacts } from "../src/scoring/sports/venue-facts.ts";

/** The part of an answer's body that is read here. */
export interface StoredAnswer {
  readonly playability_score: number;
  readonly explanation: ExplainedHours & {
    readonly forecast_at: string;
    readonly source: string;
    readonly model_version: string;
  };
}

/** Scores the session of an answer from the hours in its explanation. Throws if that is impossible. */
export function recomputedScore(request: string, answer: StoredAnswer, definition?: string): SessionScore {
  const { explanation } = answer;
  if (explanation.model_version !== MODEL_VERSION) {
    throw new Error(
      `the answer is of model version ${explanation.model_version}, and this code of ${MODEL_VERSION}: take the code of that time`,
    );
  }
  const query = new URL(request, "http://any.host").searchParams;
  const score = scoreExplained(explanation, {
    startTime: query.get("start_time") ?? "",
    durationMinutes: Number(query.get("duration_minutes")),
    profile: profileOf(query, definition),
  });
  if (score === undefined) throw new Error("the answer's hours are not those of the request's session");
  return score;
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

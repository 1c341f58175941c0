// Sessions that people who know the sport judged, held against the verdict. `accepted` has what they would accept, first
// what they chose; `why` is their reason; where the verdict is another one, `differs` says why it stays.
import { describe, expect, test } from "vitest";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { profileAtVenue, type VenueFacts } from "../../src/scoring/sports/venue-facts.ts";
import { columnsOf, type HourOfWeather } from "./columns-of.ts";
import byPractice from "./judged/sessions-by-practice.json" with { type: "json" };
import ofVersion2 from "./judged/sessions-of-version-2.json" with { type: "json" };
import { profileOf } from "./score-of.ts";

interface JudgedSession {
  readonly id: number;
  readonly name: string;
  readonly sport: string;
  readonly venue?: VenueFacts;
  /** Of the first hour of the weather, which may be before the session. */
  readonly leadHours: number;
  readonly startMinute: number;
  readonly durationMinutes: number;
  readonly weather: Readonly<Partial<Record<keyof HourOfWeather, readonly (number | null)[]>>>;
  readonly accepted: readonly string[];
  readonly version3: { readonly score: number; readonly verdict: string };
  readonly differs?: string;
}

/** Of version 2, by somebody who saw its scores; `class` is what he called its verdict, `printed` the score that he saw. */
const OF_VERSION_2 = ofVersion2 as readonly (JudgedSession & { readonly class: string })[];

/** By the sports' own practice, before there was a score. */
const BY_PRACTICE = byPractice as readonly JudgedSession[];

function hoursOf({ weather }: JudgedSession): readonly HourOfWeather[] {
  const columns = Object.entries(weather);
  return Array.from({ length: columns[0]?.[1].length ?? 0 }, (_, hour) =>
    Object.fromEntries(
      columns.flatMap(([name, values]) => (typeof values[hour] === "number" ? [[name, values[hour]]] : [])),
    ),
  );
}

function judged(session: JudgedSession) {
  const { sport, venue, leadHours, startMinute, durationMinutes } = session;
  const named = profileOf(sport);
  const profile = venue === undefined ? named : profileAtVenue(named, undefined, venue);
  const weather = columnsOf(hoursOf(session), leadHours);
  const score = scoreSession({ weather, profile, startMinute, durationMinutes });
  return { score: score?.playabilityScore, verdict: score?.recommendation };
}

describe.each([
  ["a session that version 2 judged", OF_VERSION_2],
  ["a session that was judged by the sport's practice", BY_PRACTICE],
] as const)("%s", (_, sessions) => {
  test.each(sessions)("has the score and verdict in the table: $id $sport, $name", (session) => {
    expect(judged(session)).toEqual(session.version3);
  });

  test.each(sessions)("has an accepted verdict, or a reason why not: $id $sport, $name", (session) => {
    expect(session.accepted.includes(session.version3.verdict)).toBe(session.differs === undefined);
  });
});

test("no verdict of version 2 that was plainly wrong is given any more", () => {
  const wrong = OF_VERSION_2.filter((session) => session.class === "wrong");
  expect(wrong).toHaveLength(20);
  expect(wrong.filter(({ differs }) => differs !== undefined)).toEqual([]);
});

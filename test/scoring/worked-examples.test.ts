import { expect, test } from "vitest";
import { pointsLost, scoreHours } from "../../src/scoring/hour-score.ts";
import { roundedScore, scoreSession } from "../../src/scoring/session-score.ts";
import { profileAtVenue } from "../../src/scoring/sports/venue-facts.ts";
import { summary } from "../../src/scoring/words/summary.ts";
import { columnsOf } from "./columns-of.ts";
import { profileOf } from "./score-of.ts";
import { EXAMPLES_TO_COME, WORKED_EXAMPLES, type WorkedExample } from "./worked-examples.ts";

function expectAsWorkedOut(example: WorkedExample): void {
  const { sport, venue, hours, leadHours, startMinute, durationMinutes, expected } = example;
  const weather = columnsOf(hours, leadHours);
  const named = profileOf(sport);
  const profile = venue === undefined ? named : profileAtVenue(named, undefined, venue);
  const score = scoreSession({ weather, profile, startMinute, durationMinutes });
  if (score === undefined) throw new Error("the session is not scorable");
  expect({
    ...score,
    hourScores: scoreHours({ weather, profile, first: 0, count: hours.length }).score.map(roundedScore),
    pointsLost: pointsLost(score).map(({ factor, points }) => [factor, points]),
    summary: summary(score),
  }).toMatchObject({ ...expected, raw: expect.closeTo(expected.raw, 4) });
}

test.each(WORKED_EXAMPLES)(
  "hours, session, lost points and summary are as worked out: $id $name ($sport)",
  expectAsWorkedOut,
);

test.each(EXAMPLES_TO_COME)("differs until its rule is written: $id $name", (example) => {
  expect(() => expectAsWorkedOut(example)).toThrow();
});

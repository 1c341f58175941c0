import { expect, test } from "vitest";
import { pointsLost } from "../../src/scoring/hour-score.ts";
import { roundedScore } from "../../src/scoring/session-score.ts";
import { summary } from "../../src/scoring/words/summary.ts";
import { hoursOf, sessionOf } from "./score-of.ts";
import { WORKED_EXAMPLES } from "./worked-examples.ts";

test.each(WORKED_EXAMPLES)(
  "hours, session, lost points and summary are as worked out: $name ($sport)",
  ({ sport, hours, startMinute, durationMinutes, expected }) => {
    const score = sessionOf(sport, hours, { startMinute, durationMinutes });
    expect({
      ...score,
      hourScores: [...hoursOf(sport, hours).score].map(roundedScore),
      pointsLost: pointsLost(score).map(({ factor, points }) => [factor, points]),
      summary: summary(score),
    }).toMatchObject({ ...expected, raw: expect.closeTo(expected.raw, 4) });
  },
);

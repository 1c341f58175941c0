import { expect, test } from "vitest";
import { pointsLost, scoreHours } from "../../src/scoring/hour-score.ts";
import { roundedScore, scoreSession } from "../../src/scoring/session-score.ts";
import { profileAtVenue } from "../../src/scoring/sports/venue-facts.ts";
import { summary } from "../../src/words/summary.ts";
import { columnsOf } from "./columns-of.ts";
import { profileOf } from "./score-of.ts";
import { WORKED_EXAMPLES } from "./worked-examples.ts";

test.each(WORKED_EXAMPLES)(
  "hours, session, lost points and summary are as worked out: $id $name ($sport)",
  ({ sport, venue, hours, leadHours, startMinute, durationMinutes, expected }) => {
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
  },
);

// A session may be judged from hours that were scored before, for several sessions.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scoreHours } from "../../src/scoring/hour-score.ts";
import { judgeSession, scoreSession } from "../../src/scoring/session-score.ts";
import { patchySessions } from "./arbitrary-sessions.ts";
import { columnsOf } from "./columns-of.ts";
import { profileOf } from "./score-of.ts";

const sports = fc.constantFrom("tennis", "golf", "sailing", "beach", "skiing");
const OUTSIDE_HOURS = 2;

describe("the verdict from hours that were scored before", () => {
  it("is to the last bit that of the session by itself, also where it begins before the weather or ends after it", () => {
    const holds = fc.property(
      patchySessions(sports),
      fc.integer({ min: -90, max: 90 }),
      ({ sport, hours, startMinute, durationMinutes }, shiftMinutes) => {
        const [weather, profile] = [columnsOf(hours), profileOf(sport)];
        const session = { weather, profile, startMinute: startMinute + shiftMinutes, durationMinutes };
        const count = hours.length + 2 * OUTSIDE_HOURS;
        const verdict = judgeSession(session, scoreHours({ weather, profile, first: -OUTSIDE_HOURS, count }));
        const score = scoreSession(session);
        expect(score === undefined).toBe(verdict === undefined);
        expect({ ...score }).toMatchObject({ ...verdict });
      },
    );
    fc.assert(holds, { numRuns: 300 });
  });
});

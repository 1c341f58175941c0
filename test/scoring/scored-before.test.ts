// A session may be scored from hours that were scored before, for another question.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { patchySessions } from "./arbitrary-sessions.ts";
import { columnsOf } from "./columns-of.ts";
import { hoursOf, profileOf } from "./score-of.ts";

const sports = fc.constantFrom("tennis", "golf", "sailing", "beach", "skiing");

describe("a session scored from hours that were scored before", () => {
  it("is to the last bit the one that is scored by itself, also where it is not within those hours", () => {
    const holds = fc.property(
      patchySessions(sports),
      fc.integer({ min: -90, max: 90 }),
      ({ sport, hours, startMinute, durationMinutes }, shiftMinutes) => {
        const session = {
          weather: columnsOf(hours),
          profile: profileOf(sport),
          startMinute: startMinute + shiftMinutes,
          durationMinutes,
        };
        expect(scoreSession(session, hoursOf(sport, hours))).toEqual(scoreSession(session));
      },
    );
    fc.assert(holds, { numRuns: 300 });
  });
});

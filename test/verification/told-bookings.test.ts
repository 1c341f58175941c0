// What docs/verification.md counts as a message, and when a customer knows of a bad turn, worse than first told.
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/lib/time/clock.ts";
import { recommendationFor } from "../../src/scoring/session-score.ts";
import { VERDICT_TABLE, type VerdictRank } from "../../src/scoring/verdicts.ts";
import type { JudgedSession } from "../../verification/judged-sessions.ts";
import { messageFigures } from "../../verification/message-figures.ts";
import { byOurRule, byWord, toldBookings } from "../../verification/told-bookings.ts";

/** A session, by the score of each day's forecast: five days ahead first, the day itself last. */
function sessionOf(scores: readonly number[], came: VerdictRank, startDay = 10): readonly JudgedSession[] {
  const startMs = startDay * DAY_MS + 17 * HOUR_MS;
  return scores.map((raw, index) => {
    const day = 5 - index;
    const issuedMs = (startDay - day) * DAY_MS + 12 * HOUR_MS;
    const said = VERDICT_TABLE[recommendationFor(raw)].rank;
    const leadHours = (startMs - issuedMs) / HOUR_MS;
    const forecast = { issuedMs, startMs, leadHours, day, raw, said, isStormy: false };
    return { sport: "tennis", ...forecast, came, isFineWinter: false };
  });
}

describe("a booking", () => {
  const wavering = sessionOf([82, 78, 81, 60, 79, 40], 0);

  it("whose customer is told every change of the verdict gets a message for each", () => {
    const [booking] = toldBookings(wavering, byWord);
    expect(booking?.messages).toEqual([
      { day: 4, isWorse: true },
      { day: 3, isWorse: false },
      { day: 2, isWorse: true },
      { day: 0, isWorse: true },
    ]);
    expect(booking).toMatchObject({ first: 2, came: 0, heardBy: [0, 1, 1, 2, 1] });
  });

  it("whose customer is told by our rule is compared with the verdict last heard, not with the forecast before", () => {
    const [booking] = toldBookings(wavering, byOurRule);
    expect(booking?.messages).toEqual([
      { day: 2, isWorse: true },
      { day: 0, isWorse: true },
    ]);
    expect(booking).toMatchObject({ heardBy: [0, 1, 1, 2, 2] });
  });

  it("without a forecast on one of its days is left out", () => {
    expect(toldBookings(wavering.slice(1), byWord)).toEqual([]);
    expect(messageFigures(wavering.slice(1))).toBeUndefined();
  });
});

it("a customer whose warning was taken back does not count as knowing of the bad turn", () => {
  const warned = sessionOf([90, 90, 30, 30, 30, 30], 0, 10);
  const takenBack = sessionOf([90, 90, 30, 100, 100, 30], 0, 20);
  const figures = messageFigures([...warned, ...takenBack]);
  expect(figures?.all.wordTold).toMatchObject({ value: 0.5, n: 2 });
  expect(figures?.all.toldOfWords).toMatchObject({ value: 1, n: 1 });
  expect(figures?.all.backAndForth.value).toBe(0.5);
});

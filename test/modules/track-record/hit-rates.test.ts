import { describe, expect, it } from "vitest";
import type { TallySum } from "../../../src/modules/track-record/record-store.ts";
import { hitRates, wilsonInterval } from "../../../src/modules/track-record/hit-rates.ts";

const TALLY: TallySum = {
  place: "40.71,-74.01",
  sport: "padel",
  daysAhead: 1,
  sessions: [0, 0, 0, 20, 61, 0, 2, 27, 383],
  leftOut: 4,
  evidence: [0, 0, 0, 0],
  sinceDay: 20_779,
  lastDay: 20_830,
  days: 41,
};

describe("the 95 % interval of a share", () => {
  // Computed by hand from Wilson (1927). In the last two rows the usual interval would have no width.
  it.each([
    { came: 383, said: 412, low: 0.9007, high: 0.9505 },
    { came: 1, said: 10, low: 0.0179, high: 0.4042 },
    { came: 0, said: 10, low: 0, high: 0.2775 },
    { came: 10, said: 10, low: 0.7225, high: 1 },
  ])("of $came of $said is $low to $high", ({ came, said, low, high }) => {
    expect(wilsonInterval(came, said).low).toBeCloseTo(low, 4);
    expect(wilsonInterval(came, said).high).toBeCloseTo(high, 4);
  });
});

describe("a record for callers", () => {
  it("has for each verdict how often it was given, and how often it was right", () => {
    expect(hitRates([TALLY])).toEqual({
      since: "2026-11-22",
      days: 41,
      leftOut: 4,
      leads: [
        {
          daysAhead: 1,
          safeToBook: { said: 412, came: 383, share: 0.93, low: 0.9, high: 0.95 },
          proceedWithCaution: { said: 81, came: 61, share: 0.75, low: 0.65, high: 0.83 },
          notRecommended: { said: 0, came: 0 },
        },
      ],
    });
  });

  it("has only the number of its days, and no leads, below thirty days", () => {
    expect(hitRates([{ ...TALLY, days: 29 }])).toMatchObject({ days: 29, leads: [], since: "2026-11-22" });
    expect(hitRates([{ ...TALLY, days: 30 }]).leads).toHaveLength(1);
  });

  it("has no first day before a day is judged, but the number of sessions left out", () => {
    expect(hitRates([{ ...TALLY, days: 0 }])).toEqual({ since: undefined, days: 0, leads: [], leftOut: 4 });
    expect(hitRates([])).toEqual({ since: undefined, days: 0, leads: [], leftOut: 0 });
  });
});

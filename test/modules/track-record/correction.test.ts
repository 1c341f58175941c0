import { describe, expect, it } from "vitest";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { HOUR_MS } from "../../../src/lib/time/clock.ts";
import { chances } from "../../../src/scoring/odds/odds.ts";
import { COMMITTED_ODDS } from "../../../src/app/settings/setting-files.ts";
import { oddsCorrection } from "../../../src/modules/track-record/correction.ts";
import { createFindCorrection } from "../../../src/modules/track-record/corrections.ts";
import { evidenceOf } from "../../../src/modules/track-record/evidence.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { itLastsWhateverTheClock, unasked } from "../../contracts/moved-clock-suite.ts";

describe("the evidence of a session", () => {
  const odds = { safeToBook: 0.6, proceedWithCaution: 0.2, notRecommended: 0.2 };
  const rounded = (came: number) => evidenceOf(odds, came).map((each) => Math.round(each * 1e6) / 1e6);

  it("is the outcome minus the stated chance, with its variance, for each of two steps", () => {
    expect(rounded(2)).toEqual([0.2, 0.16, 0.25, 0.1875]);
    expect(rounded(1)).toEqual([0.2, 0.16, -0.75, 0.1875]);
  });

  it("has no second step if that step was not reached", () => {
    expect(rounded(0)).toEqual([-0.8, 0.16, 0, 0]);
  });
});

describe("the correction of odds", () => {
  /** About two years of sessions have the default `spread`. */
  const of = (off: number, spread = 4_000) => oddsCorrection({ days: 180, evidence: [off, spread, 0, 0] });

  it("begins with 180 days", () => {
    expect(oddsCorrection({ days: 179, evidence: [99, 400, 0, 0] })).toBeUndefined();
    expect(of(99)).toBeDefined();
  });

  it("is 0 if the odds were right, and nearly 0 if they were off by little", () => {
    expect(of(0)).toEqual({ playable: 0, safe: 0 });
    expect(Math.abs(of(-100)?.playable ?? 1)).toBeLessThan(0.005);
  });

  it("grows with the error of the odds, and never corrects more than that error", () => {
    const shifts = [-3_000, -2_000, -1_000, 0, 1_000, 2_000, 3_000].map(
      (off) => of(off)?.playable ?? Number.NaN,
    );
    expect(shifts).toEqual(shifts.toSorted((a, b) => a - b));
    expect(shifts.at(-1)).toBeGreaterThan(0.4);
    // The bound is one step of Newton's method.
    expect(shifts.at(-1)).toBeLessThan(3_000 / 4_000);
  });

  describe("of -0.5", () => {
    /** The chance of safe for every fifth score, as it is stated and corrected. */
    const chancesOfSafe = () => {
      const [group] = COMMITTED_ODDS.groups;
      if (group === undefined) throw new Error("there is no group");
      const correction = { playable: -0.5, safe: -0.5 };
      return Array.from({ length: 21 }, (_, at) => ({
        stated: chances(group, at * 5, 24).safeToBook,
        corrected: chances(group, at * 5, 24, correction).safeToBook,
      }));
    };

    it("lowers the chance of safe", () => {
      for (const { stated, corrected } of chancesOfSafe()) expect(corrected).toBeLessThan(stated);
    });

    it("leaves a higher chance of safe to a better score", () => {
      let before = 0;
      for (const { corrected } of chancesOfSafe()) {
        expect(corrected).toBeGreaterThan(before);
        before = corrected;
      }
    });
  });
});

describe("the corrections of places", () => {
  const tally = {
    place: "40.71,-74.01",
    sport: "padel",
    daysAhead: 1,
    sessions: [],
    leftOut: 0,
    evidence: [-3_000, 4_000, 0, 0],
    sinceDay: 0,
    lastDay: 200,
    days: 200,
  };
  const session = { forecastMs: 10 * HOUR_MS, startMs: 40 * HOUR_MS };
  const place = placeAt(40.71, -74.01);

  it("are found by days ahead in solar time, and read from the store once an hour", async () => {
    const clock = createManualClock(0);
    let reads = 0;
    const tallies = async () => {
      reads += 1;
      return [tally];
    };
    const find = createFindCorrection({ store: { tallies }, clock });
    expect((await find(place, "padel"))(session)?.playable).toBeLessThan(-0.4);
    expect((await find(place, "padel"))({ ...session, startMs: 20 * HOUR_MS })).toBeUndefined();
    expect(reads).toBe(1);
    clock.advance(HOUR_MS + 1);
    await find(place, "padel");
    expect(reads).toBe(2);
  });

  it("are undefined while the store is unavailable", async () => {
    const tallies = () => Promise.reject(new Error("away"));
    const find = createFindCorrection({ store: { tallies }, clock: createManualClock(0) });
    expect((await find(place, "padel"))(session)).toBeUndefined();
  });
});

describe("a correction in a process", () => {
  itLastsWhateverTheClock([
    [
      "cached",
      HOUR_MS,
      async (clock) => {
        let reads = 0;
        const tallies = async () => {
          reads += 1;
          return [];
        };
        const find = createFindCorrection({ store: { tallies }, clock });
        const place = placeAt(51.5, -0.13);
        await find(place, "padel");
        return () =>
          unasked(
            () => find(place, "padel"),
            () => reads,
          );
      },
    ],
  ]);
});

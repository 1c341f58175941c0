import { describe, expect, test } from "vitest";
import type { CurvePoint } from "../../../src/scoring/sports/profile.ts";
import { profileThresholds } from "../../../src/scoring/sports/profile-thresholds.ts";
import { profileOf } from "../score-of.ts";

type Pair = readonly [number, number];

/**
 * Thresholds of built-in sports, calculated without this code: the steady km/h from which the wind risk is medium and
 * high, the range of feels-like °C in which a session is safe to book, and the range beyond which it is not recommended.
 */
const READ_OUT: readonly (readonly [sport: string, wind: Pair, safe: Pair, playable: Pair])[] = [
  ["tennis", [23, 31.5], [6.5, 30], [1, 33.5]],
  ["cricket", [32.5, 48], [11, 33], [6.5, 36.5]],
  ["sailing", [37, 43], [10.5, 33.5], [4.5, 38]],
  ["kitesurfing", [50.5, 56.5], [9, 36], [2.5, 41]],
  ["skiing", [36.5, 51.5], [-16, 7], [-20.5, 10.5]],
  ["beach", [26.5, 38.5], [24, 35], [21, 38]],
];

describe("profileThresholds", () => {
  test.each(READ_OUT)("has the wind and temperature thresholds of %s", (sport, wind, safe, playable) => {
    expect(profileThresholds(profileOf(sport))).toMatchObject({
      windFromKmh: { medium: wind[0], high: wind[1] },
      safeTempC: { from: safe[0], to: safe[1] },
      playableTempC: { from: playable[0], to: playable[1] },
    });
  });

  test.each([
    ["tennis", {}],
    ["sailing", { medium: 14.5, high: 10.5 }],
    ["kitesurfing", { medium: 24.5, high: 20.5 }],
  ])("has the wind that is too light for %s", (sport, tooLight) => {
    expect(profileThresholds(profileOf(sport)).windTooLightUpToKmh).toEqual(tooLight);
  });

  test("has the chances of rain from which a score rounds to less than 80 and 50", () => {
    // Tennis in 0.3 mm/h loses 0.7 points for each per cent: 29% leaves 79.7, which rounds to 80; 30% leaves 79.
    const { lightRainFromPct, moderateRainFromPct } = profileThresholds(profileOf("tennis"));
    expect(lightRainFromPct).toEqual({ medium: 30, high: 73 });
    expect(moderateRainFromPct).toEqual({ medium: 22, high: 54 });
  });

  test("has a medium risk from a chance of 40 % at the latest, however little rain matters", () => {
    const { moderateRainFromPct } = profileThresholds(profileOf("football"));
    expect(moderateRainFromPct).toEqual({ medium: 40, high: undefined });
  });

  test("leaves out what never happens", () => {
    const indifferent = profileOf({ id: "hall", base: "tennis", weight: { rain: 0, wind: 0, temp: 0 } });
    const nothing = { from: undefined, to: undefined };
    expect(profileThresholds(indifferent)).toMatchObject({
      windFromKmh: { medium: undefined, high: undefined },
      safeTempC: nothing,
      playableTempC: nothing,
    });
  });

  // prettier-ignore
  test.each<[string, CurvePoint[], number, number]>([
    ["from half a degree after the first point to half before the last", [[10, 0], [10.5, 1], [30, 1], [30.5, 0]],
      10.5, 30],
    ["on a plateau between two steps", [[10.1, 0], [10.2, 1], [10.3, 0]], 10.2, 10.2],
  ])("has the temperatures that are fine: %s", (_name, temp, from, to) => {
    const { safeTempC } = profileThresholds(profileOf({ id: "lab", base: "tennis", temp }));
    expect(safeTempC).toEqual({ from, to });
  });
});

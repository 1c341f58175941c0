import { describe, expect, test } from "vitest";
import { profileThresholds } from "../../../src/scoring/sports/profile-thresholds.ts";
import { profileOf } from "../score-of.ts";

/**
 * The model's read-out of the built-in sports, worked out apart from this code: feels-like °C that is safe to book, and
 * outside of which it is not recommended.
 */
// prettier-ignore
const TEMPERATURES = [
  { sport: "golf", safe: [7.5, 31.5], playable: [1.5, 36] },
  { sport: "tennis", safe: [6.5, 30], playable: [1, 33.5] },
  { sport: "padel", safe: [5, 30.5], playable: [0, 34.5] },
  { sport: "football", safe: [-1.5, 28.5], playable: [-7.5, 33] },
  { sport: "cricket", safe: [11, 33], playable: [6.5, 36.5] },
  { sport: "running", safe: [-3, 23.5], playable: [-9, 30] },
  { sport: "cycling", safe: [5, 29.5], playable: [-0.5, 33.5] },
  { sport: "hiking", safe: [-1, 28], playable: [-7, 32.5] },
  { sport: "climbing", safe: [6, 26.5], playable: [2, 31.5] },
  { sport: "sailing", safe: [10.5, 33.5], playable: [4.5, 38] },
  { sport: "kitesurfing", safe: [9, 36], playable: [2.5, 41] },
  { sport: "paddling", safe: [13, 33.5], playable: [8, 37.5] },
  { sport: "skiing", safe: [-16, 4], playable: [-20.5, 7.5] },
  { sport: "beach", safe: [24, 35], playable: [21, 38] },
  { sport: "event", safe: [10.5, 31], playable: [6, 34.5] },
  { sport: "camping", safe: [7.5, 30], playable: [3, 34.5] },
  { sport: "fitness", safe: [3, 28], playable: [-2, 32] },
] as const;

describe("profileThresholds", () => {
  test.each(TEMPERATURES)("tells the temperatures of $sport", ({ sport, safe, playable }) => {
    const { safeTempC, playableTempC } = profileThresholds(profileOf(sport));
    expect(safeTempC).toEqual({ from: safe[0], to: safe[1] });
    expect(playableTempC).toEqual({ from: playable[0], to: playable[1] });
  });

  test.each([
    { sport: "tennis", wind: { medium: 23, high: 31.5 }, tooLight: {} },
    { sport: "sailing", wind: { medium: 37, high: 43 }, tooLight: { medium: 14.5, high: 10.5 } },
    { sport: "kitesurfing", wind: { medium: 50.5, high: 56.5 }, tooLight: { medium: 24.5, high: 20.5 } },
  ])("tells too much wind and too little of it for $sport", ({ sport, wind, tooLight }) => {
    const told = profileThresholds(profileOf(sport));
    expect(told.windFromKmh).toEqual(wind);
    expect(told.windTooLightUpToKmh).toEqual(tooLight);
  });

  test("tells the chance of rain from which a score rounds to less than 80 and 50", () => {
    // Tennis in 0.3 mm/h loses 0.7 points for each per cent: 29 % leaves 79.7, which rounds to 80; 30 % leaves 79.
    const { lightRainFromPct, moderateRainFromPct } = profileThresholds(profileOf("tennis"));
    expect(lightRainFromPct).toEqual({ medium: 30, high: 73 });
    expect(moderateRainFromPct).toEqual({ medium: 22, high: 54 });
  });

  test("tells a medium risk from a chance of 40 % at the latest, however little rain matters", () => {
    const { moderateRainFromPct } = profileThresholds(profileOf("football"));
    expect(moderateRainFromPct).toEqual({ medium: 40, high: undefined });
  });

  test("leaves out what never happens", () => {
    const indifferent = profileOf({
      id: "bowls-hall",
      base: "tennis",
      weight: { rain: 0, wind: 0, temp: 0 },
    });
    const nothing = { from: undefined, to: undefined };
    expect(profileThresholds(indifferent)).toMatchObject({
      windFromKmh: { medium: undefined, high: undefined },
      safeTempC: nothing,
      playableTempC: nothing,
    });
  });

  test("tells a temperature that is fine from half a degree after the curve's first point to half before its last", () => {
    const temp = [
      [10, 0],
      [10.5, 1],
      [30, 1],
      [30.5, 0],
    ] as const;
    const { safeTempC } = profileThresholds(profileOf({ id: "lab", base: "tennis", temp }));
    expect(safeTempC).toEqual({ from: 10.5, to: 30 });
  });

  test("tells a plateau that lies between two steps", () => {
    const temp = [
      [10.1, 0],
      [10.2, 1],
      [10.3, 0],
    ] as const;
    const { safeTempC } = profileThresholds(profileOf({ id: "lab", base: "tennis", temp }));
    expect(safeTempC).toEqual({ from: 10.2, to: 10.2 });
  });
});

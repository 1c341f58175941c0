import { describe, expect, test } from "vitest";
import { FACTORS, type Factor } from "../../src/scoring/factor.ts";
import { scoreHours } from "../../src/scoring/hour-score.ts";
import { valueAt } from "../../src/scoring/weather-columns.ts";
import { columnsOf, FINE_HOUR, type HourOfWeather } from "./columns-of.ts";
import { hoursOf, profileOf } from "./score-of.ts";

interface MultiplierCase {
  readonly name: string;
  readonly sport?: string;
  readonly hour: HourOfWeather;
  readonly expected: number;
}

// Tennis unless said otherwise: u(0.3 mm) = 0.3, u(1 mm) = 0.05, wind 20 km/h = 0.88, weights 1, 0.95, 1, 0.04.
const CASES: Readonly<Record<Exclude<Factor, "wet">, readonly MultiplierCase[]>> = {
  rain: [
    { name: "no chance, no rain", hour: {}, expected: 1 },
    { name: "no rain and the chance not known", hour: { precipProbPct: undefined }, expected: 1 },
    { name: "a certain chance of 0 mm is 0.3 mm", hour: { precipProbPct: 100 }, expected: 0.3 },
    { name: "a chance without an amount", hour: { precipProbPct: 50, rainMm: undefined }, expected: 0.65 },
    {
      name: "an amount without a chance is certain",
      hour: { precipProbPct: undefined, rainMm: 1 },
      expected: 0.05,
    },
    {
      name: "an amount without a chance is judged as it is, however small",
      hour: { precipProbPct: undefined, rainMm: 0.1 },
      expected: 0.6,
    },
    {
      name: "an amount against the chance has a vote",
      hour: { precipProbPct: 0, rainMm: 1 },
      expected: 0.62,
    },
    { name: "a small amount has a small vote", hour: { precipProbPct: 0, rainMm: 0.25 }, expected: 0.93 },
    { name: "negative rain is none", hour: { precipProbPct: undefined, rainMm: -1 }, expected: 1 },
    { name: "a chance above 100 % is 100 %", hour: { precipProbPct: 130 }, expected: 0.3 },
    { name: "a negative chance is none", hour: { precipProbPct: -20 }, expected: 1 },
    { name: "snow", hour: { weatherCode: 73, precipProbPct: 100, rainMm: 9 }, expected: 0.1 },
    {
      name: "heavy snow",
      sport: "hiking",
      hour: { weatherCode: 75, precipProbPct: 100 },
      expected: 1 - 0.95 * 0.58,
    },
    {
      name: "frost without a code means snow",
      sport: "skiing",
      hour: { weatherCode: undefined, tempC: 0, precipProbPct: 100 },
      expected: 1,
    },
    {
      name: "warmth without a code means rain",
      sport: "skiing",
      hour: { weatherCode: undefined, tempC: 1, precipProbPct: 100 },
      expected: 0.6,
    },
    {
      name: "an unknown code is no code",
      sport: "skiing",
      hour: { weatherCode: 42, tempC: 0, precipProbPct: 100 },
      expected: 1,
    },
    {
      name: "a rain code in frost means rain",
      sport: "skiing",
      hour: { weatherCode: 61, tempC: 0, precipProbPct: 100 },
      expected: 0.6,
    },
  ],
  wind: [
    { name: "wind", hour: { windKmh: 20 }, expected: 1 - 0.95 * 0.12 },
    { name: "a gust of 34 km/h is a wind of 20", hour: { gustKmh: 34 }, expected: 1 - 0.95 * 0.12 },
    {
      name: "a gust below the wind does not calm it",
      hour: { windKmh: 20, gustKmh: 3 },
      expected: 1 - 0.95 * 0.12,
    },
    { name: "no gust", hour: { windKmh: 20, gustKmh: undefined }, expected: 1 - 0.95 * 0.12 },
    { name: "negative wind is none", hour: { windKmh: -5 }, expected: 1 },
    {
      name: "a gust does not make a calm day sailable",
      sport: "sailing",
      hour: { windKmh: 7, gustKmh: 40 },
      expected: 0.15,
    },
    {
      name: "a gust can spoil a day for sailing",
      sport: "sailing",
      hour: { windKmh: 25, gustKmh: 78.2 },
      expected: 0.3,
    },
  ],
  temp: [
    { name: "the feels-like temperature counts", hour: { tempC: 20, apparentC: 5 }, expected: 0.75 },
    { name: "colder than the curve", hour: { apparentC: -30 }, expected: 0 },
  ],
  cloud: [
    { name: "cloud up to 40 % is free", hour: { cloudPct: 40 }, expected: 1 },
    { name: "half of the rest of the sky", hour: { cloudPct: 70 }, expected: 0.98 },
    { name: "more than a closed sky is a closed sky", hour: { cloudPct: 130 }, expected: 0.96 },
    { name: "cloud at night does not count", hour: { cloudPct: 100, isDay: 0 }, expected: 1 },
    {
      name: "cloud counts where night is not known",
      hour: { cloudPct: 100, isDay: undefined },
      expected: 0.96,
    },
  ],
  fog: [
    { name: "a fog code", hour: { weatherCode: 45 }, expected: 0.8 },
    { name: "fog by visibility", hour: { visibilityM: 999 }, expected: 0.8 },
    { name: "no fog at 1000 m", hour: { visibilityM: 1000 }, expected: 1 },
  ],
  dark: [
    { name: "night under lights", hour: { isDay: 0 }, expected: 1 },
    { name: "night on a golf course", sport: "golf", hour: { isDay: 0 }, expected: 0.1 },
  ],
  storm: [
    { name: "thunder", hour: { weatherCode: 95 }, expected: 0.1 },
    { name: "ice", hour: { weatherCode: 66 }, expected: 0.15 },
  ],
};

describe.each(FACTORS.filter((factor) => factor !== "wet"))("the multiplier of %s", (factor) => {
  test.each(CASES[factor])("$name", ({ sport = "tennis", hour, expected }) => {
    const { multiplier, score } = hoursOf(sport, [{ ...FINE_HOUR, ...hour }]);
    expect(multiplier[factor][0]).toBeCloseTo(expected, 10);
    const product = FACTORS.reduce((soFar, each) => soFar * valueAt(multiplier[each], 0), 100);
    expect(score[0]).toBeCloseTo(product, 10);
  });
});

describe("an hour", () => {
  test.each([
    { name: "no wind", hour: { windKmh: undefined } },
    { name: "no temperature", hour: { tempC: undefined, apparentC: undefined } },
    { name: "nothing about rain", hour: { rainMm: undefined, precipProbPct: undefined } },
  ])("with $name has no score and no multiplier", ({ hour }) => {
    const { score, multiplier } = hoursOf("tennis", [{ ...FINE_HOUR, ...hour }]);
    expect([score, ...Object.values(multiplier)].map((column) => column[0])).toEqual(
      Array(9).fill(Number.NaN),
    );
  });

  test("with only what is required can have a full score", () => {
    expect(hoursOf("event", [{ apparentC: 20, precipProbPct: 0, windKmh: 10 }]).score[0]).toBe(100);
  });

  test("outside of the weather has no score", () => {
    const weather = columnsOf([FINE_HOUR, FINE_HOUR]);
    const { score } = scoreHours({ weather, profile: profileOf("padel"), first: -1, count: 4 });
    expect([...score]).toEqual([Number.NaN, 100, 100, Number.NaN]);
  });

  test("after a storm loses half to the wait, unless it has a storm or ice of its own", () => {
    const storm = { ...FINE_HOUR, weatherCode: 99 };
    const hours = [storm, FINE_HOUR, FINE_HOUR, storm, { ...FINE_HOUR, weatherCode: 57 }];
    expect([...hoursOf("football", hours).multiplier.storm]).toEqual([0.1, 0.55, 1, 0.1, 0.15]);
  });

  test("has the same score however many hours are asked for", () => {
    const rainy = { ...FINE_HOUR, rainMm: 3, precipProbPct: 90 };
    const hours = [rainy, { ...rainy, weatherCode: 95 }, FINE_HOUR, FINE_HOUR];
    const alone = scoreHours({
      weather: columnsOf(hours),
      profile: profileOf("climbing"),
      first: 2,
      count: 1,
    });
    const all = hoursOf("climbing", hours);
    expect(alone.score[0]).toBe(all.score[2]);
    expect(alone.score[0]).toBeLessThan(55);
  });
});

describe("wet surfaces", () => {
  // Tennis: weight 0.6, half dries in an hour, 1.5 mm is soaked.
  const shower = { ...FINE_HOUR, rainMm: 1, precipProbPct: 100 };

  test.each([
    { name: "half of the rain is left an hour later", before: [shower], expected: 1 - (0.6 * 0.5) / 1.5 },
    {
      name: "a quarter is left two hours later",
      before: [shower, FINE_HOUR],
      expected: 1 - (0.6 * 0.25) / 1.5,
    },
    { name: "rain adds up", before: [shower, shower], expected: 1 - (0.6 * 0.75) / 1.5 },
    {
      name: "rain counts by its chance",
      before: [{ ...shower, precipProbPct: 50 }],
      expected: 1 - (0.6 * 0.25) / 1.5,
    },
    { name: "soaked is soaked", before: [{ ...shower, rainMm: 50 }], expected: 0.4 },
    { name: "snow leaves nothing", before: [{ ...shower, weatherCode: 71 }], expected: 1 },
    {
      name: "rain counts in an hour without a score",
      before: [{ ...shower, windKmh: undefined }],
      expected: 0.8,
    },
  ])("$name", ({ before, expected }) => {
    const { multiplier } = hoursOf("tennis", [...before, FINE_HOUR]);
    expect(multiplier.wet.at(-1)).toBeCloseTo(expected, 10);
  });

  test("rain does not count for its own hour", () => {
    expect(hoursOf("tennis", [shower]).multiplier.wet[0]).toBe(1);
  });
});

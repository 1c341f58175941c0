import { describe, expect, test } from "vitest";
import { FACTORS, type Factor, pointsLost, scoreHours } from "../../src/scoring/hour-score.ts";
import { valueAt } from "../../src/scoring/weather-columns.ts";
import { columnsOf, FINE_HOUR, fineHour, STORMY_HOUR, type HourOfWeather } from "./columns-of.ts";
import { hoursOf, profileOf, sessionOf } from "./score-of.ts";

/** The sport is tennis unless a case names another. */
type MultiplierCase = [name: string, hour: HourOfWeather, expected: number, sport?: string];

const BREEZE = 1 - 0.95 * 0.12;

// Tennis: u(0.3 mm) = 0.3, u(1 mm) = 0.05, wind 20 km/h = 0.88. Weights: rain 1, wind 0.95, temperature 1, cloud 0.04.
const CASES: Readonly<Record<Exclude<Factor, "wet">, readonly MultiplierCase[]>> = {
  rain: [
    ["no chance, no rain", {}, 1],
    ["no rain and the chance not known is a chance of 1 %", { precipProbPct: undefined }, 0.993],
    ["a certain chance of 0 mm is 0.3 mm", { precipProbPct: 100 }, 0.3],
    ["a chance without an amount", { precipProbPct: 50, rainMm: undefined }, 0.65],
    ["an amount without a chance is a chance of 88 %", { precipProbPct: undefined, rainMm: 1 }, 0.164],
    ["a smaller amount without a chance is 0.3 mm", { precipProbPct: undefined, rainMm: 0.1 }, 0.734],
    ["an amount at a chance of 0 % is a chance of 44 %", { precipProbPct: 0, rainMm: 1 }, 0.582],
    ["negative rain is none", { precipProbPct: undefined, rainMm: -1 }, 0.993],
    ["a chance above 100 % is 100 %", { precipProbPct: 130 }, 0.3],
    ["a negative chance is none", { precipProbPct: -20 }, 1],
    ["snow", { weatherCode: 73, precipProbPct: 100, rainMm: 9 }, 0.1],
    ["heavy snow", { weatherCode: 75, precipProbPct: 100 }, 1 - 0.95 * 0.58, "hiking"],
    ["frost without a code: snow", { weatherCode: undefined, tempC: 0, precipProbPct: 100 }, 1, "skiing"],
    ["2 °C without a code: rain", { weatherCode: undefined, tempC: 2, precipProbPct: 100 }, 0.6, "skiing"],
    [
      "1 °C without a code: half snow",
      { weatherCode: undefined, tempC: 1, precipProbPct: 100 },
      0.8,
      "skiing",
    ],
    ["1 °C and a code that names nothing", { weatherCode: 3, tempC: 1, precipProbPct: 100 }, 0.8, "skiing"],
    ["frost and a code of fog: snow", { weatherCode: 45, tempC: 0, precipProbPct: 100 }, 1, "skiing"],
    ["an unknown code is no code", { weatherCode: 42, tempC: 0, precipProbPct: 100 }, 1, "skiing"],
    ["a rain code at 0 °C means rain", { weatherCode: 61, tempC: 0, precipProbPct: 100 }, 0.6, "skiing"],
    [
      "a rain code at -0.5 °C: half snow",
      { weatherCode: 61, tempC: -0.5, precipProbPct: 100 },
      0.8,
      "skiing",
    ],
    ["a rain code at -1 °C: snow", { weatherCode: 61, tempC: -1, precipProbPct: 100 }, 1, "skiing"],
    [
      "a code of freezing rain is never snow",
      { weatherCode: 66, tempC: -9, precipProbPct: 100 },
      0.6,
      "skiing",
    ],
    ["feels-like without air: snow", { tempC: undefined, apparentC: 0, precipProbPct: 100 }, 1, "skiing"],
  ],
  wind: [
    ["wind", { windKmh: 20 }, BREEZE],
    ["a gust of 34 km/h is a wind of 20", { gustKmh: 34 }, BREEZE],
    ["a gust below the wind does not calm it", { windKmh: 20, gustKmh: 3 }, BREEZE],
    ["no gust", { windKmh: 20, gustKmh: undefined }, BREEZE],
    ["negative wind is none", { windKmh: -5 }, 1],
    ["a gust does not make a calm day sailable", { windKmh: 7, gustKmh: 40 }, 0.15, "sailing"],
    ["a gust over water counts as a wind 1.3 times weaker", { windKmh: 46, gustKmh: 59.8 }, 0.3, "sailing"],
    ["what a gust adds to the wind is too much by itself", { windKmh: 25, gustKmh: 50 }, 0.7, "sailing"],
    ["what it adds is fine up to 15 km/h", { windKmh: 22, gustKmh: 37 }, 1, "sailing"],
    ["a gust below the wind adds nothing", { windKmh: 25, gustKmh: 3 }, 1, "sailing"],
    ["no gust adds nothing", { windKmh: 25, gustKmh: undefined }, 1, "sailing"],
  ],
  temp: [
    ["the feels-like temperature counts on the cold side", { tempC: 5, apparentC: 9 }, 0.92],
    ["but nothing feels colder than the air with its wind chill", { tempC: 20, apparentC: 5 }, 1],
    [
      "nor in calm air colder than a wind of 5 km/h makes it",
      { tempC: 0, apparentC: -20, windKmh: 0 },
      (0.45 * (6 - 1.5894239550074207)) / 6,
    ],
    ["the feels-like temperature without another", { tempC: undefined, apparentC: 5 }, 0.75],
    ["colder than the curve", { tempC: -30, apparentC: -35 }, 0],
    ["the feels-like temperature counts on the warm side", { tempC: 27, apparentC: 31 }, 0.75],
    ["wind in the heat still cools", { tempC: 35, apparentC: 31 }, 0.75],
    ["snow melts by the air", { tempC: 12, apparentC: 6 }, 0.35, "skiing"],
    ["snow without an air temperature", { tempC: undefined, apparentC: 8 }, 0.75, "skiing"],
  ],
  cloud: [
    ["cloud up to 40 % is free", { cloudPct: 40 }, 1],
    ["cloud of 70 % costs half of what 100 % costs", { cloudPct: 70 }, 0.98],
    ["cloud above 100 % is 100 %", { cloudPct: 130 }, 0.96],
    ["cloud at night does not count", { cloudPct: 100, isDay: 0 }, 1],
    ["cloud counts if night is not known", { cloudPct: 100, isDay: undefined }, 0.96],
  ],
  fog: [
    ["a fog code", { weatherCode: 45 }, 0.8],
    ["fog by visibility", { visibilityM: 999 }, 0.8],
    ["no fog at 1000 m", { visibilityM: 1000 }, 1],
  ],
  dark: [
    ["night under lights", { isDay: 0 }, 1],
    ["night on a golf course", { isDay: 0 }, 0.1, "golf"],
  ],
  storm: [
    ["thunder", STORMY_HOUR, 0.1],
    ["thunder by a code that Open-Meteo never sends", { ...STORMY_HOUR, weatherCode: 17 }, 0.1],
    ["thunder that its own hour contradicts", { ...STORMY_HOUR, precipProbPct: 9 }, 1],
    ["freezing rain that is certain", { weatherCode: 66, precipProbPct: 100 }, 0.15],
    ["freezing rain counts by its chance", { weatherCode: 66, precipProbPct: 40 }, 0.66],
    ["freezing rain that is not likely at all", { weatherCode: 66, precipProbPct: 0 }, 1],
  ],
};

describe.each(FACTORS.filter((factor) => factor !== "wet"))("the multiplier of %s", (factor) => {
  test.each(CASES[factor])("%s", (_name, hour, expected, sport = "tennis") => {
    const { multiplier, score } = hoursOf(sport, [fineHour(hour)]);
    expect(multiplier[factor][0]).toBeCloseTo(expected, 10);
    const product = FACTORS.reduce((soFar, each) => soFar * valueAt(multiplier[each], 0), 100);
    expect(score[0]).toBeCloseTo(product, 10);
  });
});

describe("an hour", () => {
  test.each<[string, HourOfWeather]>([
    ["no wind", { windKmh: undefined }],
    ["no temperature", { tempC: undefined, apparentC: undefined }],
    ["nothing about rain", { rainMm: undefined, precipProbPct: undefined }],
  ])("with %s has no score and no multiplier", (_name, hour) => {
    const { score, multiplier } = hoursOf("tennis", [fineHour(hour)]);
    const first = [score, ...Object.values(multiplier)].map((column) => column[0]);
    expect(first).toEqual(Array(9).fill(Number.NaN));
  });

  test("with only the required values can have a full score", () => {
    expect(hoursOf("event", [{ apparentC: 20, precipProbPct: 0, windKmh: 10 }]).score[0]).toBe(100);
  });

  test("before or after the weather has no score", () => {
    const weather = columnsOf([FINE_HOUR, FINE_HOUR]);
    const { score } = scoreHours({ weather, profile: profileOf("padel"), first: -1, count: 4 });
    expect([...score]).toEqual([Number.NaN, 100, 100, Number.NaN]);
  });

  test("after a storm loses half as much as the storm's hour, unless a storm or freezing rain of its own costs more", () => {
    const storm = { ...STORMY_HOUR, weatherCode: 99 };
    const freezing = (precipProbPct: number) => fineHour({ weatherCode: 57, precipProbPct });
    const hours = [storm, FINE_HOUR, FINE_HOUR, storm, freezing(100), storm, freezing(20)];
    const left = hoursOf("football", hours).multiplier.storm.map((share) => Math.round(share * 100) / 100);
    expect(left).toEqual([0.1, 0.55, 1, 0.1, 0.15, 0.1, 0.55]);
  });

  test("of freezing rain leaves more under a roof, where the way there is as icy", () => {
    const [hour] = [fineHour({ weatherCode: 67, precipProbPct: 50 })];
    const covered = { id: "hall", base: "padel", covered: true };
    expect(hoursOf(covered, [hour]).multiplier.storm[0]).toBeCloseTo(0.8, 10);
  });
});

test("a tolerance of wind stretches what a gust may add to it too", () => {
  const kites = { id: "own", base: "kitesurfing", wind_tolerance: 1.5 };
  // 30 km/h more than the wind, as 20 for others.
  const { multiplier } = hoursOf(kites, [fineHour({ windKmh: 50, gustKmh: 80 })]);
  expect(multiplier.wind[0]).toBeCloseTo(0.85, 10);
});

describe("wet surfaces", () => {
  // Tennis: weight 0.6, half dries in an hour, 1.5 mm is soaked.
  const shower = fineHour({ rainMm: 1, precipProbPct: 100 });

  test.each<[string, HourOfWeather[], number]>([
    ["half of the rain is left an hour later", [shower], 0.5 / 1.5],
    ["a quarter is left two hours later", [shower, FINE_HOUR], 0.25 / 1.5],
    ["rain adds up", [shower, shower], 0.75 / 1.5],
    ["rain counts by its chance", [{ ...shower, precipProbPct: 50 }], 0.25 / 1.5],
    ["a soaked surface gets no wetter", [{ ...shower, rainMm: 50 }], 1],
    ["snow lies where it falls", [{ ...shower, weatherCode: 71 }], 0.5 / 1.5],
    ["rain counts in an hour without a score", [{ ...shower, windKmh: undefined }], 0.5 / 1.5],
    ["a chance without an amount leaves nothing", [{ ...shower, rainMm: undefined }], 0],
    ["rain does not count for its own hour", [], 0],
  ])("%s", (_name, before, wetness) => {
    const { multiplier } = hoursOf("tennis", [...before, shower]);
    expect(multiplier.wet.at(-1)).toBeCloseTo(1 - 0.6 * wetness, 10);
  });
});

describe("ice", () => {
  // Cycling: 0.75 for ice; half dries in two hours, and in frost in 24.
  const shower = fineHour({ rainMm: 1, precipProbPct: 100, weatherCode: 61 });
  const at = (tempC: number) => fineHour({ tempC, apparentC: tempC });

  test.each<[string, HourOfWeather[], number]>([
    ["is what half a millimetre of water is in frost", [shower, at(-1)], 0.75],
    ["is half as bad at 0 °C", [shower, at(0)], 0.375],
    ["is none at 1 °C, where the surface is wet", [shower, at(1)], 0.25 * (Math.SQRT1_2 / 2)],
    [
      "is less on less than half a millimetre",
      [{ ...shower, rainMm: 0.2 }, at(-2)],
      (0.75 * 0.2 * Math.SQRT1_2) / 0.5,
    ],
    [
      "stays, because in frost half of the water is gone in a day",
      [{ ...at(-3), precipProbPct: 100, rainMm: 0.4 }, ...Array.from({ length: 24 }, () => at(-3))],
      (0.75 * 0.4 * 0.5) / 0.5,
    ],
    [
      "goes by the feels-like temperature without another",
      [shower, fineHour({ tempC: undefined, apparentC: -1 })],
      0.75,
    ],
    [
      "forms from the rain of an hour without a temperature",
      [{ ...shower, tempC: undefined, apparentC: undefined }, at(-1)],
      0.75,
    ],
  ])("%s", (_name, hours, cost) => {
    expect(hoursOf("cycling", hours).multiplier.wet.at(-1)).toBeCloseTo(1 - cost, 10);
  });

  test("is never made by a roof or a surface, whose water is what changes", () => {
    const hours = [shower, at(-1)];
    const covered = { id: "hall", base: "tennis", covered: true };
    expect(hoursOf(covered, hours).multiplier.wet[1]).toBe(1);
    const sand = { id: "sand", base: "beach", surface: "hard" } as const;
    expect(hoursOf(sand, hours).multiplier.wet[1]).toBeCloseTo(1 - 0.6 * (0.5 / 1.5), 10);
  });
});

describe("waterlogged ground", () => {
  const downpour = (rainMm: number) => fineHour({ rainMm, precipProbPct: 100 });
  const left = (hours: number) => 0.5 ** (hours / 24);

  // Golf: 0.7 from 8 mm in the soil, in full from 28 mm.
  test.each<[string, HourOfWeather[], number]>([
    ["costs nothing up to 8 mm in the soil", [downpour(8)], 0.15 * ((8 * 0.5 ** (1 / 6)) / 8)],
    ["costs half of its weight at 18 mm", [downpour(18 / left(1))], 0.35],
    ["costs its weight from 28 mm on", [downpour(60)], 0.7],
    ["drains by half in a day", [downpour(36), ...Array.from({ length: 23 }, () => FINE_HOUR)], 0.35],
  ])("%s", (_name, hours, cost) => {
    expect(hoursOf("golf", [...hours, FINE_HOUR]).multiplier.wet.at(-1)).toBeCloseTo(1 - cost, 10);
  });

  test("begins with what was in the soil before the weather", () => {
    const weather = { ...columnsOf([FINE_HOUR]), soakedMm: 18, wetMm: 4 };
    expect(scoreHours({ weather, profile: profileOf("golf"), first: 0, count: 1 }).multiplier.wet[0]).toBe(
      0.65,
    );
    expect(scoreHours({ weather, profile: profileOf("running"), first: 0, count: 1 }).multiplier.wet[0]).toBe(
      0.9,
    );
  });

  test("is for grass: not for other surfaces of the same sport, and not under a roof", () => {
    const hours = [downpour(60), ...Array.from({ length: 9 }, () => FINE_HOUR)];
    const wetAt = (definition: object) =>
      hoursOf({ id: "own", base: "football", ...definition }, hours).multiplier.wet[9];
    expect(wetAt({})).toBeCloseTo(0.3, 10);
    expect(wetAt({ surface: "grass" })).toBeCloseTo(0.3, 10);
    expect(wetAt({ surface: "artificial" })).toBeCloseTo(
      1 - 0.1 * Math.min(1, (60 * 0.5 ** (9 / 2)) / 6),
      10,
    );
    expect(wetAt({ covered: true })).toBe(1);
  });

  test("and ice stay those of the base when a sport of an account has its own numbers for wet surfaces", () => {
    const own = profileOf({ id: "own", base: "golf", wet: { weight: 0, half_life_h: 1, full_mm: 1 } });
    const { flood, ice } = profileOf("golf");
    expect(own).toMatchObject({ flood, ice, wet: { weight: 0 } });
  });
});

const DOWNPOUR = { rainMm: 10, precipProbPct: 100, windKmh: 100 };
const FOGGY_NIGHT = { isDay: 0, weatherCode: 45 };
const FOGGY_SAIL = { ...FOGGY_NIGHT, windKmh: 25 };

describe("pointsLost", () => {
  test.each<[string, string, HourOfWeather, Partial<Record<Factor, number>>]>([
    ["is empty for a full score", "padel", {}, {}],
    ["gives all points to a factor that leaves nothing", "padel", { windKmh: 100 }, { wind: 100 }],
    ["shares the points of two factors that leave nothing", "golf", DOWNPOUR, { rain: 50, wind: 50 }],
    // Fog and night cost cycling 40% each and leave 36 points.
    ["lists equal losses in the order of the factors", "cycling", FOGGY_NIGHT, { fog: 32, dark: 32 }],
    // Fog and night leave sailing 0.3 each: 91 points to share.
    ["gives an odd point to the first of equal factors", "sailing", FOGGY_SAIL, { fog: 46, dark: 45 }],
  ])("%s", (_name, sport, change, expected) => {
    const lost = pointsLost(sessionOf(sport, [fineHour(change)]));
    expect(lost.map(({ factor, points }) => [factor, points])).toEqual(Object.entries(expected));
  });

  test("blames a storm that caps the score, however briefly it touches the session", () => {
    const hours = [FINE_HOUR, { ...STORMY_HOUR, precipProbPct: undefined }];
    const score = sessionOf("padel", hours, { startMinute: 0, durationMinutes: 61 });
    expect(pointsLost(score)).toEqual([{ factor: "storm", points: 60 }]);
  });
});

import { describe, expect, test } from "vitest";
import { rainChance, givenChancePct, wetHourMm } from "../../src/scoring/rain-chance.ts";
import { columnsOf, type HourOfWeather } from "./columns-of.ts";

const unstated = (rainMm: number): HourOfWeather => ({ rainMm });
const stated = (precipProbPct: number, rainMm?: number): HourOfWeather => ({
  precipProbPct,
  ...(rainMm !== undefined && { rainMm }),
});

describe("the chance of an hour", () => {
  test.each<[string, HourOfWeather, leadHours: number, chance: number]>([
    ["1 mm now", unstated(1), 0, 0.88],
    ["more than 1 mm is worth no more", unstated(30), 0, 0.88],
    ["1 mm tomorrow", unstated(1), 24, 0.78],
    ["0.2 mm in a week", unstated(0.2), 168, 0.18],
    ["0.2 mm beyond the table", unstated(0.2), 400, 0.18],
    ["half way between the amounts", unstated(0.6), 24, 0.665],
    ["half way between the leads", unstated(0.2), 12, 0.65],
    ["half way between both", unstated(0.1), 60, 0.185],
    ["nothing in six days", unstated(0), 144, 0.08],
    ["a negative amount as nothing", unstated(-1), 0, 0.01],
    ["half of an amount beside a chance of 0 %", stated(0, 1), 24, 0.39],
    ["by its share of a millimetre", stated(0, 0.5), 0, 0.5 * 0.5 * 0.79875],
    ["a stated chance that is higher", stated(60, 1), 24, 0.6],
    ["a stated chance of nothing", stated(0, 0), 144, 0],
    ["a stated chance without an amount", stated(30), 144, 0.3],
    ["a stated chance above 100 %", stated(130, 0), 0, 1],
    ["what fell in an hour that has passed, whatever was stated", stated(30, 0.1), -1, 1],
    ["what did not fall", stated(90, 0), -1, 0],
    ["a stated chance of a past hour whose amount is unknown", stated(30), -1, 0.3],
  ])("is taken from %s", (_name, hour, leadHours, chance) => {
    expect(rainChance(columnsOf([hour], leadHours), 0)).toBeCloseTo(chance, 12);
  });

  test("is unknown if neither a chance nor an amount is known", () => {
    expect(rainChance(columnsOf([{}], 24), 0)).toBeNaN();
  });

  test("changes from hour to hour with the lead", () => {
    const weather = columnsOf([unstated(1), unstated(1), unstated(1)], -1);
    expect([0, 1, 2].map((hour) => rainChance(weather, hour))).toEqual([1, 0.88, 0.88 - 0.1 / 24]);
  });
});

describe("a wet hour", () => {
  test.each<[string, HourOfWeather, leadHours: number, mm: number]>([
    ["0.3 mm if less is forecast", unstated(0.1), 24, 0.3],
    ["0.3 mm if only a chance is stated", stated(50), -24, 0.3],
    ["its amount if that is more", unstated(2), 24, 2],
    ["what fell, however little, once it has passed", unstated(0.1), -1, 0.1],
  ])("is judged as %s", (_name, hour, leadHours, mm) => {
    expect(wetHourMm(columnsOf([hour], leadHours), 0)).toBe(mm);
  });
});

describe("words and icons", () => {
  test.each<[string, HourOfWeather, leadHours: number, pct: number]>([
    ["the chance that is stated", stated(20, 1), 24, 20],
    ["what an amount is worth without one", unstated(1), 24, 78],
    ["what fell in an hour that has passed", stated(20, 1), -1, 100],
  ])("go by %s", (_name, hour, leadHours, pct) => {
    expect(givenChancePct(columnsOf([hour], leadHours), 0)).toBe(pct);
  });
});

// Answers recorded from the real service, read as if they had just arrived.
import { describe, expect, test } from "vitest";
import { metNorwayAnswer } from "../../../src/weather/met-norway/answer.ts";
import { metNorwayError } from "../../../src/weather/met-norway/source.ts";
import { placeAt } from "../../../src/weather/place.ts";
import { metNorwayAsked, recordedAnswer, recordedError, recordedNames } from "../recorded-answers.ts";
import type { MetNorwayPayload } from "./payload.ts";

const FOLDER = "met-norway/locationforecast";

const recorded = (name: string) => recordedAnswer(FOLDER, name) as unknown as MetNorwayPayload;

const readPayload = (body: MetNorwayPayload) => metNorwayAnswer(body, metNorwayAsked(body));

const read = (name: string) => readPayload(recorded(name));

const hourOf = (weather: { startMs: number }, time: string) =>
  (Date.parse(time) - weather.startMs) / 3_600_000;

/** Hours from the first step to the last. */
const HOURS = {
  "brisbane-compact-2025-10-29-with-headers": 227,
  "london-complete-2020-07-20": 211,
  "new-jersey-complete-2026-08-24-two-steps": 1,
  "norway-complete-2022-05-18": 213,
  "oslo-compact-2023-06-17-first-step-in-past": 239,
  "oslo-compact-2023-12-03-stale": 227,
  "oslo-compact-2024-06-27-heavy-rain": 239,
  "oslo-compact-2026-02-06": 237,
  "swapped-coordinates-compact-2021-10-12": 223,
};

describe("recorded answers", () => {
  test("every recorded answer has an expectation", () => {
    expect(recordedNames(FOLDER).toSorted()).toEqual(Object.keys(HOURS).toSorted());
  });

  test.each(Object.entries(HOURS))("%s is read: %i hours, every one with its weather", (file, hours) => {
    const weather = read(file);
    expect(weather.hours).toBe(hours);
    const { tempC, windKmh, rainMm, cloudPct, humidityPct, weatherCode, isDay } = weather;
    for (const column of [tempC, windKmh, rainMm, cloudPct, humidityPct, weatherCode, isDay]) {
      expect(column).toHaveLength(hours);
      expect(column.some(Number.isNaN)).toBe(false);
    }
  });

  test("gusts and chances are told in Norway, and nowhere in London", () => {
    const norway = read("norway-complete-2022-05-18");
    expect(norway.precipProbPct.some(Number.isNaN)).toBe(false);
    expect(norway.gustKmh.findIndex(Number.isNaN)).toBe(52);
    expect(norway.gustKmh[0]).toBeCloseTo(2.2 * 3.6, 4);
    const london = read("london-complete-2020-07-20");
    expect(london.precipProbPct.every(Number.isNaN)).toBe(true);
    expect(london.gustKmh.every(Number.isNaN)).toBe(true);
  });

  test("11.8 mm in one hour are in that hour", () => {
    const weather = read("oslo-compact-2024-06-27-heavy-rain");
    const wettest = weather.rainMm.indexOf(Math.max(...weather.rainMm));
    const step = recorded("oslo-compact-2024-06-27-heavy-rain").properties.timeseries[wettest];
    expect(step?.data.next_1_hours?.details.precipitation_amount).toBe(11.8);
    expect(weather.rainMm[wettest]).toBeCloseTo(11.8, 4);
    expect(weather.weatherCode[wettest]).toBe(65);
  });

  test("six-hourly steps are spread: temperatures in a straight line, the chance in each hour", () => {
    const weather = read("norway-complete-2022-05-18");
    const from = hourOf(weather, "2022-05-22T06:00:00Z");
    expect(weather.tempC[from]).toBeCloseTo(10.6, 4);
    expect(weather.tempC[from + 3]).toBeCloseTo((10.6 + 13.2) / 2, 4);
    const chances = [...weather.precipProbPct.subarray(from, from + 6)];
    expect(chances).toEqual(Array(6).fill(expect.closeTo(5.9, 4)));
  });

  test("an answer is dated by its data, also when they are hours old", () => {
    const weather = read("oslo-compact-2023-12-03-stale");
    expect(new Date(weather.generatedAtMs).toISOString()).toBe("2023-12-02T22:39:09.000Z");
  });

  test("the answer to swapped coordinates is not taken for the place that was meant", () => {
    const body = recorded("swapped-coordinates-compact-2021-10-12");
    const nowMs = Date.parse("2021-10-12T11:01:00Z");
    expect(() => metNorwayAnswer(body, { place: placeAt(57.6984, 11.9659), nowMs })).toThrow("another place");
  });

  test("a failure inside an answer of a sister product is refused", () => {
    const body = JSON.parse(recordedError("met-norway/errors/nowcast-radar-temporarily-unavailable.json"));
    expect(() => readPayload(body)).toThrow(expect.objectContaining({ kind: "unusable" }));
  });

  test("every documented status has a meaning", () => {
    const { answers } = JSON.parse(recordedError("met-norway/errors/catalogue.json")) as {
      answers: { status: number }[];
    };
    const statuses = answers.map(({ status }) => status).filter((status) => status >= 400);
    const kindOf = (status: number) => metNorwayError({ status, headers: new Map(), text: "" }, 0).kind;
    expect(Object.groupBy(new Set(statuses), kindOf)).toEqual({
      refused: [400, 403, 499],
      uncovered: [404, 422],
      limited: [429],
      failed: [500, 502, 503, 504],
    });
  });
});

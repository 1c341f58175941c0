// Answers recorded from the real service, read as if they had just arrived.
import { describe, expect, test } from "vitest";
import { metNorwayAnswer } from "../../../../src/weather/providers/met-norway/answer.ts";
import { metNorwayError } from "../../../../src/weather/providers/met-norway/source.ts";
import { metNorwayAsked, recordedAnswer, recordedError, recordedNames } from "../../recorded-answers.ts";
import type { MetNorwayPayload } from "./payload.ts";

const FOLDER = "met-norway/locationforecast";

const recorded = (name: string) => recordedAnswer(FOLDER, name) as unknown as MetNorwayPayload;

const readPayload = (body: MetNorwayPayload) => metNorwayAnswer(body, metNorwayAsked(body));

const read = (name: string) => readPayload(recorded(name));

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

  test("an answer of a sister product that reports a failure is refused", () => {
    const body = JSON.parse(recordedError("met-norway/errors/nowcast-radar-temporarily-unavailable.json"));
    expect(() => readPayload(body)).toThrow(expect.objectContaining({ kind: "unusable" }));
  });

  test("every documented error status has a kind", () => {
    const { answers } = JSON.parse(recordedError("met-norway/errors/catalogue.json")) as {
      answers: { status: number }[];
    };
    const statuses = answers.map(({ status }) => status).filter((status) => status >= 400);
    const kindOf = (status: number) => metNorwayError({ status, headers: new Map(), text: "" }, 0).kind;
    expect(Object.groupBy(new Set(statuses), kindOf)).toEqual({
      place_refused: [400],
      refused: [403, 499],
      uncovered: [404, 422],
      limited: [429],
      failed: [500, 502, 503, 504],
    });
  });
});

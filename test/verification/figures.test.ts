// What the figures of docs/verification.md are made by.
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/clock.ts";
import { rps } from "../../verification/rated-sessions.ts";
import { ratioByWeeks } from "../../verification/week-blocks.ts";
import { wordChanges } from "../../verification/word-changes.ts";

describe("the ranked probability score", () => {
  test.each([
    { told: [0, 0, 1], came: 2, expected: 0 },
    { told: [1, 0, 0], came: 2, expected: 1 },
    { told: [0.2, 0.3, 0.5], came: 1, expected: (0.04 + 0.25) / 2 },
  ] as const)("of $told where $came came is $expected", ({ told, came, expected }) => {
    expect(rps(told, came)).toBeCloseTo(expected, 12);
  });
});

test("an interval is as wide for a hundred sessions of a week as for one, since they share one weather", () => {
  const ratioOf = (perWeek: number) => {
    const weeks = [0, 1, 0, 1, 1, 0, 0, 1].map((value, index) => ({ startMs: index * 7 * DAY_MS, value }));
    const sessions = weeks.flatMap((week) => Array.from({ length: perWeek }, () => week));
    return ratioByWeeks(sessions, ({ value }) => value);
  };
  const few = ratioOf(1);
  expect(few).toMatchObject({ value: 0.5, n: 8 });
  expect(ratioOf(100)).toEqual({ ...few, n: 800 });
  expect(few.high - few.low).toBeGreaterThan(0.4);
});

/** One session a day, and what was said of it with so many days to go. */
const said = (session: number, day: number, word: 0 | 1 | 2, sport = "tennis") => ({
  sport,
  startMs: session * DAY_MS,
  day,
  said: word,
});

test("what a later forecast says is counted by what was said before of the same session and sport", () => {
  const sessions = [
    said(1, 1, 2),
    said(1, 0, 2),
    said(2, 1, 2),
    said(2, 0, 0),
    said(3, 1, 0),
    said(3, 0, 1),
    // Nothing was said of it on the day, nor of another sport's session the day before.
    said(4, 1, 2),
    said(5, 1, 2),
    said(5, 0, 0, "golf"),
  ];
  const [not, caution, safe] = wordChanges(sessions, { day: 1, nextDay: 0 });
  expect(safe?.map(({ value, n }) => [value, n])).toEqual([
    [0.5, 2],
    [0, 2],
    [0.5, 2],
  ]);
  expect(not?.map(({ value }) => value)).toEqual([0, 1, 0]);
  expect(caution?.map(({ n }) => n)).toEqual([0, 0, 0]);
});

// Tests the functions that compute the figures of docs/verification.md.
import { describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/lib/time/clock.ts";
import { safeOftenChanges } from "../../verification/every-sport.ts";
import type { JudgedSession } from "../../verification/judged-sessions.ts";
import { rps } from "../../verification/rated-sessions.ts";
import { ratioByWeeks } from "../../verification/week-blocks.ts";
import { wordChanges } from "../../verification/word-figures.ts";

describe("the ranked probability score", () => {
  test.each([
    { told: [0, 0, 1], came: 2, expected: 0 },
    { told: [1, 0, 0], came: 2, expected: 1 },
    { told: [0.2, 0.3, 0.5], came: 1, expected: (0.04 + 0.25) / 2 },
  ] as const)(
    "of the forecast $told is $expected if verdict $came came (0 not recommended, 1 caution, 2 safe)",
    ({ told, came, expected }) => {
      expect(rps(told, came)).toBeCloseTo(expected, 12);
    },
  );
});

test("a hundred sessions a week narrow the interval no more than one, because they share the same weather", () => {
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

/** The verdict that was said of session number `session` (one a day), `day` days ahead. */
const said = (session: number, day: number, word: 0 | 1 | 2, sport = "tennis") => ({
  sport,
  startMs: session * DAY_MS,
  day,
  said: word,
});

test("later verdicts are counted by the earlier verdict of the same session and sport", () => {
  const sessions = [
    said(1, 1, 2),
    said(1, 0, 2),
    said(2, 1, 2),
    said(2, 0, 0),
    said(3, 1, 0),
    said(3, 0, 1),
    // Left out: session 4 has no forecast for the day itself, session 5 has one only for another sport.
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

const SAID_SAFE = {
  sport: "sailing",
  issuedMs: 0,
  startMs: 0,
  leadHours: 0,
  raw: 90,
  said: 2,
  isStormy: false,
  isFineWinter: false,
} as const;

describe("safe that often changes", () => {
  /** So many sessions called safe on the day, one day ahead and four days ahead, of which these shares were safe. */
  const sessions = (shares: readonly number[], count = 50): readonly JudgedSession[] =>
    shares.flatMap((share, index) =>
      Array.from({ length: count }, (_, one) => ({
        ...SAID_SAFE,
        day: [0, 1, 4][index] ?? 0,
        came: one < share * count ? (2 as const) : (1 as const),
      })),
    );
  const from = (of: readonly JudgedSession[]) => safeOftenChanges(of).sailing;

  test.each([
    { shares: [0.9, 0.68, 0.68], days: undefined, because: "it held in two of three sessions" },
    { shares: [0.9, 0.8, 0.66], days: 4, because: "it held in fewer from four days ahead on" },
    { shares: [0.9, 0.66, 0.4], days: 1, because: "it held in fewer from the day ahead on" },
    { shares: [0.5, 0.9, 0.9], days: undefined, because: "the day itself is always believed" },
  ])("begins $days days ahead if $because", ({ shares, days }) => {
    expect(from(sessions(shares))).toBe(days);
  });

  test("is not concluded from fewer than fifty sessions", () => {
    expect(from(sessions([0.9, 0.1, 0.1], 49))).toBeUndefined();
  });
});

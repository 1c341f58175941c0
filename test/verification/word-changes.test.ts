import { describe, expect, it } from "vitest";
import { wordChanges } from "../../verification/word-changes.ts";

const DAY_MS = 24 * 3_600_000;
/** One session a day, and what was said of it with so many days to go. */
const said = (session: number, day: number, word: 0 | 1 | 2, sport = "tennis") => ({
  sport,
  startMs: session * DAY_MS,
  day,
  said: word,
});

describe("what a later forecast says", () => {
  it("is counted by what was said before of the same session and sport", () => {
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
    expect(safe?.map(({ value, n }) => ({ value, n }))).toEqual([
      { value: 0.5, n: 2 },
      { value: 0, n: 2 },
      { value: 0.5, n: 2 },
    ]);
    expect(not?.map(({ value }) => value)).toEqual([0, 1, 0]);
    expect(caution?.map(({ n }) => n)).toEqual([0, 0, 0]);
  });
});

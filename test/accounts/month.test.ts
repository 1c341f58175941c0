import { describe, expect, it } from "vitest";
import { monthAt, monthFromText, secondsToNextMonth } from "../../src/accounts/month.ts";

const DAY_SECONDS = 86_400;

describe("monthAt", () => {
  it.each([
    { title: "a leap February", at: "2028-02-29T23:59:59.999Z", month: "2028-02", day: 29, days: 29 },
    { title: "a common February", at: "2027-02-28T23:59:59.999Z", month: "2027-02", day: 28, days: 28 },
    { title: "no leap day in 2100", at: "2100-02-28T12:00:00Z", month: "2100-02", day: 28, days: 28 },
    { title: "the last millisecond", at: "2026-11-30T23:59:59.999Z", month: "2026-11", day: 30, days: 30 },
    // The row above is in the month before this one, and monthAt has cached that month.
    { title: "the first millisecond", at: "2026-12-01T00:00:00.000Z", month: "2026-12", day: 1, days: 31 },
    { title: "the end of a year", at: "2026-12-31T23:59:59.999Z", month: "2026-12", day: 31, days: 31 },
  ])("$title: $at is day $day of $month, which has $days days", ({ at, month, day, days }) => {
    const startMs = Date.parse(`${month}-01T00:00:00Z`);
    const lengthSeconds = days * DAY_SECONDS;
    const endMs = startMs + lengthSeconds * 1000;
    expect(monthAt(Date.parse(at))).toEqual({ month, day, startMs, endMs, lengthSeconds });
  });
});

describe("secondsToNextMonth", () => {
  it.each([
    { at: "2026-11-30T23:59:59.999Z", seconds: 1 },
    { at: "2026-11-30T23:59:59.000Z", seconds: 1 },
    { at: "2026-11-30T23:59:58.999Z", seconds: 2 },
    { at: "2026-11-01T00:00:00.000Z", seconds: 30 * DAY_SECONDS },
    { at: "2026-12-31T23:00:00.000Z", seconds: 3600 },
  ])("at $at it is $seconds", ({ at, seconds }) => {
    expect(secondsToNextMonth(Date.parse(at))).toBe(seconds);
  });
});

describe("monthFromText", () => {
  it.each(["2028-02", "2026-12", "1970-01", "9999-12"])("%s gives the month of its 15th day", (text) => {
    const { day, ...month } = monthAt(Date.parse(`${text}-15T00:00:00Z`));
    expect(day).toBe(15);
    expect(monthFromText(text)).toEqual(month);
  });

  it.each([
    "",
    "2026",
    "2026-13",
    "2026-00",
    "2026-1",
    "26-11",
    "2026-11-01",
    " 2026-11",
    "2026-11\n",
    "2026/11",
  ])("%j is not a month", (text) => {
    expect(monthFromText(text)).toBeUndefined();
  });
});

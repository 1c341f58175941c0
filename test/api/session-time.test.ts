import { describe, expect, it } from "vitest";
import { hourStartMs, minutesAfter, startProblem, startProblemSentence } from "../../src/api/session-time.ts";

const at = (text: string) => Date.parse(text);
const NOW_MS = at("2028-02-28T23:59:59.999Z");

describe("the start of a session", () => {
  it.each([
    ["the first millisecond of the current hour", "2028-02-28T23:00:00.000Z", undefined],
    ["the millisecond before it", "2028-02-28T22:59:59.999Z", "past"],
    ["now", "2028-02-28T23:59:59.999Z", undefined],
    ["exactly 168 hours ahead, over a leap day", "2028-03-06T23:59:59.999Z", undefined],
    ["a millisecond more", "2028-03-07T00:00:00.000Z", "beyond_horizon"],
  ])("%s is judged by the clock", (_name, start, problem) => {
    expect(startProblem(at(start), NOW_MS)).toBe(problem);
  });

  it("a refusal says which start would do", () => {
    expect(startProblemSentence("past", NOW_MS)).toContain("2028-02-28T23:00:00Z");
    expect(startProblemSentence("beyond_horizon", NOW_MS)).toContain("2028-03-06T23:59:59Z");
  });

  it("hours and minutes are whole, also before 1970", () => {
    expect(hourStartMs(at("1969-12-31T23:30:00Z"))).toBe(at("1969-12-31T23:00:00Z"));
    expect(minutesAfter(at("2028-02-28T12:00:00Z"), at("2028-02-28T23:00:59.999Z"))).toBe(660);
  });
});

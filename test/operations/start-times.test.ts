import { describe, expect, it } from "vitest";
import {
  hourStartMs,
  minutesAfter,
  startProblem,
  startProblemChangesAtMs,
  startViolation,
} from "../../src/operations/start-times.ts";

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

  it.each([
    ["exactly twelve hours ago", "2028-02-28T11:59:59.999Z", undefined],
    ["a millisecond before that", "2028-02-28T11:59:59.998Z", "past"],
    ["ahead", "2028-02-29T10:00:00Z", undefined],
    ["beyond the horizon", "2028-03-07T00:00:00.000Z", "beyond_horizon"],
  ])("of one that may have begun is judged by the clock: %s", (_name, start, problem) => {
    expect(startProblem(at(start), NOW_MS, "ongoing")).toBe(problem);
  });

  it("a refusal of one that has begun says which start would do", () => {
    const { description, reason } = startViolation("past", NOW_MS, "ongoing");
    expect(description).toBe("is more than 12 hours back. The earliest start is 2028-02-28T12:00:00Z.");
    expect(reason).toBe("START_IN_PAST");
    expect(startProblem(at("2028-02-28T12:00:00Z"), NOW_MS, "ongoing")).toBeUndefined();
  });

  it("a refusal says which start would do", () => {
    const { description, reason } = startViolation("past", NOW_MS);
    expect([description, reason]).toEqual([expect.stringContaining("2028-02-28T23:00:00Z"), "START_IN_PAST"]);
    const beyond = startViolation("beyond_horizon", NOW_MS);
    expect(beyond.reason).toBe("START_BEYOND_HORIZON");
    expect(beyond.description).toContain("2028-03-06T23:59:59Z");
  });

  it("hours and minutes are whole, also before 1970", () => {
    expect(hourStartMs(at("1969-12-31T23:30:00Z"))).toBe(at("1969-12-31T23:00:00Z"));
    expect(minutesAfter(at("2028-02-28T12:00:00Z"), at("2028-02-28T23:00:59.999Z"))).toBe(660);
  });
});

describe("when the answer on a start changes by itself", () => {
  it.each([
    ["a start in the current hour is past with the next", "2026-11-21T12:00:00Z", "2026-11-21T13:00:00Z"],
    ["a start tomorrow is past with the hour after it", "2026-11-22T14:30:00Z", "2026-11-22T15:00:00Z"],
    ["one beyond the horizon comes within it", "2026-11-28T12:30:00Z", "2026-11-21T12:30:00Z"],
  ])("%s", (_name, start, expected) => {
    const nowMs = Date.parse("2026-11-21T12:20:00Z");
    const changesAtMs = startProblemChangesAtMs(Date.parse(start), nowMs);
    expect(new Date(changesAtMs).toISOString().replace(".000", "")).toBe(expected);
    // Until then it is the same, and then another.
    const problem = startProblem(Date.parse(start), nowMs);
    expect(startProblem(Date.parse(start), changesAtMs - 1)).toBe(problem);
    expect(startProblem(Date.parse(start), changesAtMs)).not.toBe(problem);
  });

  it("of a session that has begun, it is twelve hours after its start", () => {
    const nowMs = at("2026-11-21T12:20:00Z");
    for (const start of ["2026-11-21T01:00:00Z", "2026-11-21T12:00:00Z", "2026-11-22T14:30:00Z"]) {
      const changesAtMs = startProblemChangesAtMs(at(start), nowMs, "ongoing");
      expect(startProblem(at(start), changesAtMs - 1, "ongoing")).toBeUndefined();
      expect(startProblem(at(start), changesAtMs, "ongoing")).toBe("past");
    }
  });

  it("what is past stays so", () => {
    expect(
      startProblemChangesAtMs(Date.parse("2026-11-21T11:59:00Z"), Date.parse("2026-11-21T12:20:00Z")),
    ).toBe(Infinity);
  });
});

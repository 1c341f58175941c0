import { create } from "@bufbuild/protobuf";
import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import {
  hourStartMs,
  minutesAfter,
  problemChangesAtMs,
  startMsOf,
  startProblem,
  startViolation,
} from "../../../src/api/reading/start-times.ts";

const at = (text: string) => Date.parse(text);
const NOW_MS = at("2028-02-28T23:59:59.999Z");

describe("the start of a session", () => {
  it.each([
    ["in the first millisecond of the current hour", "2028-02-28T23:00:00.000Z", undefined, undefined],
    ["in the millisecond before the current hour", "2028-02-28T22:59:59.999Z", "past", undefined],
    ["exactly twelve hours ago", "2028-02-28T11:59:59.999Z", "past", undefined],
    ["twelve hours and a millisecond ago", "2028-02-28T11:59:59.998Z", "past", "past"],
    ["exactly 168 hours ahead, over a leap day", "2028-03-06T23:59:59.999Z", undefined, undefined],
    ["168 hours and a millisecond ahead", "2028-03-07T00:00:00.000Z", "beyond_horizon", "beyond_horizon"],
  ])("%s has the problem %s, or %s if it may have begun", (_name, start, problem, ongoingProblem) => {
    expect(startProblem(at(start), NOW_MS)).toBe(problem);
    expect(startProblem(at(start), NOW_MS, "ongoing")).toBe(ongoingProblem);
  });

  it.each([
    ["past", undefined, "the current hour", "START_IN_PAST", "2028-02-28T23:00:00Z"],
    ["past", "ongoing", "12 hours ago", "START_IN_PAST", "2028-02-28T12:00:00Z"],
    ["beyond_horizon", undefined, "7 days from now", "START_BEYOND_HORIZON", "2028-03-06T23:59:59Z"],
  ] as const)("%s (%s) names the nearest valid start", (problem, may, bound, reason, start) => {
    const violation = startViolation(problem, NOW_MS, may);
    expect(violation.reason).toBe(reason);
    expect(violation.description).toContain(bound);
    expect(violation.description).toContain(start);
  });

  it("is cut to milliseconds, whatever nanoseconds a binary message has", () => {
    const second = BigInt(at("2028-02-28T22:59:59Z") / 1000);
    for (const [nanos, ms] of [
      [999_999_999, 999],
      [2_000_000_000, 999],
      [-5, 0],
    ] as const) {
      expect(startMsOf(create(TimestampSchema, { seconds: second, nanos }))).toBe(Number(second) * 1000 + ms);
    }
  });

  it("is counted in whole hours and minutes, also before 1970", () => {
    expect(hourStartMs(at("1969-12-31T23:30:00Z"))).toBe(at("1969-12-31T23:00:00Z"));
    expect(minutesAfter(at("2028-02-28T12:00:00Z"), at("2028-02-28T23:00:59.999Z"))).toBe(660);
  });
});

describe("when the problem of a start changes", () => {
  it.each([
    ["a start in the current hour is past in the next hour", "2026-11-21T12:00:00Z", "2026-11-21T13:00:00Z"],
    ["a start tomorrow is past in the hour after it", "2026-11-22T14:30:00Z", "2026-11-22T15:00:00Z"],
    ["a start beyond the horizon comes within it", "2026-11-28T12:30:00Z", "2026-11-21T12:30:00Z"],
  ])("%s", (_name, start, expected) => {
    const nowMs = Date.parse("2026-11-21T12:20:00Z");
    const problem = startProblem(Date.parse(start), nowMs);
    const changesAtMs = problemChangesAtMs(Date.parse(start), problem);
    expect(new Date(changesAtMs).toISOString().replace(".000", "")).toBe(expected);
    // The problem is the same until then, and another from then on.
    expect(startProblem(Date.parse(start), changesAtMs - 1)).toBe(problem);
    expect(startProblem(Date.parse(start), changesAtMs)).not.toBe(problem);
  });

  it("is twelve hours after the start if it may have begun", () => {
    for (const start of ["2026-11-21T01:00:00Z", "2026-11-21T12:00:00Z", "2026-11-22T14:30:00Z"]) {
      const changesAtMs = problemChangesAtMs(at(start), undefined, "ongoing");
      expect(startProblem(at(start), changesAtMs - 1, "ongoing")).toBeUndefined();
      expect(startProblem(at(start), changesAtMs, "ongoing")).toBe("past");
    }
  });

  it("is never if the start is past", () => {
    expect(problemChangesAtMs(at("2026-11-21T11:59:00Z"), "past")).toBe(Infinity);
  });
});

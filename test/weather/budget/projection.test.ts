import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../src/clock.ts";
import { createProjection } from "../../../src/weather/budget/projection.ts";

const MIDNIGHT_MS = Date.parse("2026-11-21T00:00:00Z");

/** As projected at an hour of the day after 100 calls in each hour since midnight, or since the hour before. */
function projectedAt(hour: number, freshMinutes: number): number {
  const projection = createProjection();
  const nowMs = MIDNIGHT_MS + hour * HOUR_MS;
  for (let atMs = nowMs - HOUR_MS; atMs <= nowMs; atMs += MINUTE_MS) {
    projection.note({ nowMs: atMs, spent: 100 / 60 });
  }
  return projection.callsOfDay({ nowMs, used: 100 * hour, freshMs: freshMinutes * MINUTE_MS });
}

test.each([
  ["as much an hour as in the last, in the second half of a day", 12, 180, 100 * 24],
  ["no longer than a day's bustle lasts", 4, 180, 100 * (4 + 15 + 0.42 * 5)],
  ["half of it, where four times the freshness is left", 12, 45, 100 * (12 + 12 / 2)],
  ["from the evening before, after midnight", 0.5, 180, 100 * (0.5 + 15 + 0.42 * 8.5)],
])("is %s, at %d h", (_what, hour, freshMinutes, projected) => {
  const told = projectedAt(hour, freshMinutes);
  expect(Math.abs(told / projected - 1)).toBeLessThan(0.02);
});

test("nothing is projected from what is fetched in the first minutes after a start", () => {
  const projection = createProjection();
  for (let minute = 0; minute < 15; minute += 1) {
    projection.note({ nowMs: MIDNIGHT_MS + minute * MINUTE_MS, spent: 100 });
  }
  const now = { nowMs: MIDNIGHT_MS + 15 * MINUTE_MS, used: 1_400, freshMs: 180 * MINUTE_MS };
  expect(projection.callsOfDay(now)).toBe(1_400);
});

test("a clock that is set back does not keep the last hour from being projected", () => {
  const projection = createProjection();
  projection.note({ nowMs: MIDNIGHT_MS + 20 * HOUR_MS, spent: 100 });
  for (let minute = 0; minute <= 60; minute += 1) {
    projection.note({ nowMs: MIDNIGHT_MS + 11 * HOUR_MS + minute * MINUTE_MS, spent: 100 / 60 });
  }
  const now = { nowMs: MIDNIGHT_MS + 12 * HOUR_MS, used: 1_200, freshMs: 180 * MINUTE_MS };
  expect(Math.abs(projection.callsOfDay(now) / 2_400 - 1)).toBeLessThan(0.02);
});

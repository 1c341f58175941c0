import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/time/clock.ts";
import { createDayProjection } from "../../../src/weather/budget/day-projection.ts";

const MIDNIGHT_MS = Date.parse("2026-11-21T00:00:00Z");

/**
 * The projection at an hour of the day, with 100 calls an hour since midnight. The last hour has 100 calls even if it
 * began before midnight.
 */
function projectedAt(hour: number, freshMinutes: number): number {
  const projection = createDayProjection();
  const nowMs = MIDNIGHT_MS + hour * HOUR_MS;
  for (let atMs = nowMs - HOUR_MS; atMs <= nowMs; atMs += MINUTE_MS) {
    projection.note({ nowMs: atMs, spent: 100 / 60 });
  }
  return projection.callsOfDay({ nowMs, used: 100 * hour, freshMs: freshMinutes * MINUTE_MS });
}

test.each([
  ["at the rate of the last hour, in the second half of the day", 12, 180, 100 * 24],
  ["at the rate of the last hour, and less at night, in the first half", 4, 180, 100 * (4 + 15 + 0.42 * 5)],
  ["at half the rate of the last hour, if freshness can still grow fourfold", 12, 45, 100 * (12 + 12 / 2)],
  ["from calls before midnight too, just after midnight", 0.5, 180, 100 * (0.5 + 15 + 0.42 * 8.5)],
])("the calls of the day are projected %s (at hour %d)", (_what, hour, freshMinutes, projected) => {
  const told = projectedAt(hour, freshMinutes);
  expect(Math.abs(told / projected - 1)).toBeLessThan(0.02);
});

test("nothing is projected from what is fetched in the first minutes after a start", () => {
  const projection = createDayProjection();
  for (let minute = 0; minute < 15; minute += 1) {
    projection.note({ nowMs: MIDNIGHT_MS + minute * MINUTE_MS, spent: 100 });
  }
  const now = { nowMs: MIDNIGHT_MS + 15 * MINUTE_MS, used: 1_400, freshMs: 180 * MINUTE_MS };
  expect(projection.callsOfDay(now)).toBe(1_400);
});

test("a clock that is set back does not keep the last hour from being projected", () => {
  const projection = createDayProjection();
  projection.note({ nowMs: MIDNIGHT_MS + 20 * HOUR_MS, spent: 100 });
  for (let minute = 0; minute <= 60; minute += 1) {
    projection.note({ nowMs: MIDNIGHT_MS + 11 * HOUR_MS + minute * MINUTE_MS, spent: 100 / 60 });
  }
  const now = { nowMs: MIDNIGHT_MS + 12 * HOUR_MS, used: 1_200, freshMs: 180 * MINUTE_MS };
  expect(Math.abs(projection.callsOfDay(now) / 2_400 - 1)).toBeLessThan(0.02);
});

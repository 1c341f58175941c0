import fc from "fast-check";
import { describe, expect, test, it } from "vitest";
import { answerHeaders, shortestDecimal } from "../../../src/api/answering/answer-fields.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { simulatedAt } from "../../weather/scripted-source.ts";

describe("the shortest decimal", () => {
  test.each([0, -0.1, 17.1, 0.01, 101.3, 24_140, 1e-7])("of %d as a 32-bit float is that number", (value) => {
    expect(shortestDecimal(Math.fround(value))).toBe(value);
  });

  test("of any 32-bit float is that float, where minus zero is 0", () => {
    const anyFloat = fc.float({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(anyFloat, (value) => {
        expect(Math.fround(shortestDecimal(value))).toBe(value + 0);
      }),
    );
  });
});

const nowMs = Date.parse("2026-11-21T12:20:00Z");
const forecast = await simulatedAt(placeAt(1, 2), nowMs);

function headersOf(freshSeconds: number | undefined, changesSeconds: number, hasOwnSports = false) {
  const fresh = freshSeconds === undefined ? {} : { freshUntilMs: nowMs + freshSeconds * 1000 };
  const changesAtMs = nowMs + changesSeconds * 1000;
  const sportsOwner = hasOwnSports ? {} : undefined;
  return answerHeaders({ ...forecast, ...fresh }, { changesAtMs, nowMs, sportsOwner });
}

it.each([
  ["as long as the forecast is fresh", 90.9, 2_400, false, "private, max-age=90"],
  ["not beyond the moment it changes by itself", 900, 60, false, "private, max-age=60"],
  ["not if the forecast is stale", -1, 2_400, false, "private, no-cache"],
  ["not for less than a second", 0.9, 2_400, false, "private, no-cache"],
  ["not if the forecast is not cached", undefined, 2_400, false, "private, no-cache"],
  ["not if an operator may change the sport meanwhile", 90, 2_400, true, "private, no-cache"],
])("an answer may be cached %s", (_name, freshSeconds, changesSeconds, hasOwnSports, expected) => {
  expect(headersOf(freshSeconds, changesSeconds, hasOwnSports)["cache-control"]).toBe(expected);
});

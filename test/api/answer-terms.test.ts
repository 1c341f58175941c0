import { createContextValues } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { createStateTerms } from "../../src/api/answer-terms.ts";
import type { SportsOwner } from "../../src/api/own-sports.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { createManualClock } from "../support/manual-clock.ts";

const clock = createManualClock("2026-11-21T12:20:00Z");
const forecast = await createSimulatedSource({ clock }).forecast(placeAt(1, 2), new AbortController().signal);
const owner: SportsOwner = {
  accountId: "acc_a",
  revision: 1,
  planGap: undefined,
  readSports: async () => [],
};

function termsOf(freshSeconds: number | undefined, changesSeconds: number, sportsOwner?: SportsOwner) {
  const responseHeader = new Headers();
  const stateTerms = createStateTerms({ clock, sportsOwner: () => sportsOwner });
  const nowMs = clock.nowMs();
  stateTerms(
    { responseHeader, values: createContextValues() },
    {
      forecast: {
        ...forecast,
        ...(freshSeconds !== undefined && { freshUntilMs: nowMs + freshSeconds * 1000 }),
      },
      changesAtMs: nowMs + changesSeconds * 1000,
    },
  );
  return responseHeader;
}

it.each([
  ["as long as the forecast is fresh", 90.9, 2_400, undefined, "private, max-age=90"],
  ["not beyond the moment it changes by itself", 900, 60, undefined, "private, max-age=60"],
  ["not once the forecast is stale", -1, 2_400, undefined, "private, no-cache"],
  ["not for less than a second", 0.9, 2_400, undefined, "private, no-cache"],
  ["not where nobody keeps the forecast", undefined, 2_400, undefined, "private, no-cache"],
  ["not where an operator may change the sport meanwhile", 90, 2_400, owner, "private, no-cache"],
])("an answer may be kept %s", (_name, freshSeconds, changesSeconds, sportsOwner, expected) => {
  expect(termsOf(freshSeconds, changesSeconds, sportsOwner).get("cache-control")).toBe(expected);
});

it("an answer names the source of its weather", () => {
  expect(termsOf(90, 90).get("weather-source")).toBe("simulated");
});

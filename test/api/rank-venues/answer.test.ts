import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { ConnectError } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { RankVenuesRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { createOwnSports } from "../../../src/api/reading/own-sports.ts";
import { createFindSport } from "../../../src/api/reading/find-sport.ts";
import { createAnswerRankVenues } from "../../../src/api/rank-venues/answer.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { HOUR_MS, systemClock } from "../../../src/lib/time/clock.ts";
import type { Forecasts } from "../../../src/weather/weather-source.ts";
import { CALLER, checkedCaller } from "../../call/made-up-call.ts";
import { NOW_MS } from "../../support/service/test-service.ts";
import { simulatedAt } from "../../weather/scripted-source.ts";

const NEAR = placeAt(51.5, -0.1);
const weather = await simulatedAt(NEAR, NOW_MS);

/** Has a forecast for one place, and lets everybody wait who asks about another. */
const forecasts: Forecasts = {
  name: "slow",
  cached: (place) => (place.key === NEAR.key ? { place, weather, isStale: false } : undefined),
  forecast: (_place, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    }),
  noteCounted: () => undefined,
};

const answer = createAnswerRankVenues({
  clock: { ...systemClock, nowMs: () => NOW_MS },
  weather: forecasts,
  findSport: createFindSport({ ownSports: createOwnSports(), sharedSports: new Map() }),
  problemsOfBooking: () => [],
  explained: (thrown) => ConnectError.from(thrown),
  oftenChanges: {},
});

it("a venue whose forecast takes too long fails alone, before the call is over", async () => {
  const startMs = NOW_MS + HOUR_MS;
  const request = create(RankVenuesRequestSchema, {
    venues: [
      { ref: "slow", lat: 1, lng: 2 },
      { ref: "near", lat: 51.5, lng: -0.1 },
    ],
    startTime: timestampFromMs(startMs),
    durationMinutes: 60,
  });
  const over = new AbortController();
  const deadlineMs = systemClock.elapsedMs() + 200;
  const work = { caller: checkedCaller(CALLER), requestId: "id-1", signal: over.signal, deadlineMs };
  const question = { request, misread: new Map(), language: undefined, startMs };
  const { fields, headers, facts } = await answer(question, work);
  expect(fields.venues).toMatchObject([
    { ref: "near", rank: 1 },
    { ref: "slow", error: { status: 504, reason: "DEADLINE_EXCEEDED" } },
  ]);
  expect(headers["cache-control"]).toBe("private, no-cache");
  expect(facts).toHaveLength(1);
});

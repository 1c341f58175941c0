// Sessions that have begun: the verdict they had then, from what is known of their hours now, and never a guess.
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { isoTime } from "../../src/iso-time.ts";
import type { Config } from "../../src/config/config.ts";
import { placeAt } from "../../src/weather/place.ts";
import { NOW_MS } from "../support/test-service.ts";
import { metNorwayPayload } from "../weather/met-norway/payload.ts";
import type { Answer, Fault } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const HOUR_MS = 3_600_000;

async function useDoors(settings: Partial<Config> = {}) {
  const service = await startWithDoors(settings);
  const { key } = await service.createCaller({ plan: "enterprise" });
  const ask = async (request: JsonObject, door = 0): Promise<Answer | Fault> => {
    const call = { method: METHODS.getBookingConfidence, request: { ...LONDON, ...request }, key };
    const outcome = await service.doors[door]?.call(call);
    if (outcome === undefined) throw new Error("there is no such door");
    return outcome;
  };
  const verdict = async (request: JsonObject) => {
    const outcome = await ask(request);
    if (outcome.kind !== "answer") throw new Error(outcome.sentence);
    // The forecast is another, and made-up weather is what it was forecast.
    const { forecast_at: _forecastAt, ...rest } = outcome.body as Record<string, unknown>;
    return rest;
  };
  return { service, ask, verdict };
}

const metNorway = (nowMs: number) =>
  ({
    kind: "answer",
    body: metNorwayPayload({ nowMs, place: placeAt(LONDON.lat, LONDON.lng) }),
  }) as const;

describe("a session that has begun", () => {
  it.each([1, 3, 7, 11])("has the verdict that it had then, %i hours later", async (hours) => {
    const { service, verdict } = await useDoors();
    const sessions = Array.from({ length: 12 }, (_, i) => ({
      lat: -55 + i * 10,
      lng: i * 29 - 170,
      start_time: isoTime(NOW_MS - (i % 4) * 5 * 60_000),
      duration_minutes: [45, 90, 240, 1440][i % 4] ?? 60,
      sport: ["tennis", "golf", "climbing", "outdoor"][i % 4] ?? "outdoor",
      explain: true,
    }));
    const then = await Promise.all(sessions.map((session) => verdict(session)));
    service.clock.advance(hours * HOUR_MS);
    const now = await Promise.all(sessions.map((session) => verdict({ ...session, ongoing: true })));
    const told = (answer: Record<string, unknown>) => {
      const { explanation, ...rest } = answer as { explanation: Record<string, unknown> };
      return { ...rest, explanation: { ...explanation, forecast_at: undefined } };
    };
    expect(now.map(told)).toEqual(then.map(told));
  });

  it("is refused without ongoing, and one still to begin is judged as ever with it", async () => {
    const { ask, verdict } = await useDoors();
    const begun = { start_time: isoTime(NOW_MS - 2 * HOUR_MS), duration_minutes: 90 };
    expect(await ask(begun)).toMatchObject({ kind: "fault", reason: "START_IN_PAST" });
    expect((await ask({ ...begun, ongoing: true })).kind).toBe("answer");
    for (const startMs of [NOW_MS, NOW_MS + 20 * HOUR_MS]) {
      const ahead = { start_time: isoTime(startMs), duration_minutes: 90, explain: true, odds: true };
      expect(await verdict({ ...ahead, ongoing: true })).toEqual(await verdict(ahead));
    }
  });

  it("is not judged where the source tells no hours that are over: 503, until they are known", async () => {
    const { upstream } = await startProvider(metNorway(NOW_MS));
    const { service, ask } = await useDoors({
      weatherSources: ["met-norway"],
      metNorwayUrl: upstream.url,
      metNorwayUserAgent: "acme-bookings ops@acme.example",
    });
    const begun = { start_time: isoTime(NOW_MS - HOUR_MS), duration_minutes: 240, ongoing: true };
    for (const door of service.doors.keys()) {
      expect(await ask(begun, door)).toMatchObject({
        kind: "fault",
        code: "unavailable",
        reason: "FORECAST_UNAVAILABLE",
        sentence: expect.stringContaining("not known"),
        retryAfterSeconds: 300,
      });
    }
    expect((await ask({ ...begun, start_time: isoTime(NOW_MS) })).kind).toBe("answer");
    // What was still to come then is over now, and known.
    const laterMs = NOW_MS + 3 * HOUR_MS;
    service.clock.advance(3 * HOUR_MS);
    upstream.behave(metNorway(laterMs));
    expect((await ask({ ...begun, start_time: isoTime(NOW_MS) })).kind).toBe("answer");
    expect(await ask(begun)).toMatchObject({ kind: "fault", reason: "FORECAST_UNAVAILABLE" });
  });
});

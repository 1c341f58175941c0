// Sessions that have begun: the verdict they had then, from what is known of their hours now, and never a guess.
import type { JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { placeAt } from "../../src/weather/place.ts";
import type { MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { NOW_MS } from "../support/test-service.ts";
import { metNorwayPayload } from "../weather/met-norway/payload.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import type { Answer, Fault } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const HOUR_MS = 3_600_000;
const DOWN = { kind: "answer", status: 503, body: "down" } as const;

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");

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

const atMetNorway = ({ url }: MisbehavingUpstream) => ({
  metNorwayUrl: url,
  metNorwayUserAgent: "acme-bookings ops@acme.example",
});

describe("a session that has begun", () => {
  it.each([1, 3, 7, 11])("has the verdict that it had then, %i hours later", async (hours) => {
    const { service, verdict } = await useDoors();
    const sessions = Array.from({ length: 12 }, (_, i) => ({
      lat: -55 + i * 10,
      lng: i * 29 - 170,
      start_time: iso(NOW_MS - (i % 4) * 5 * 60_000),
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
    const begun = { start_time: iso(NOW_MS - 2 * HOUR_MS), duration_minutes: 90 };
    expect(await ask(begun)).toMatchObject({ kind: "fault", reason: "START_IN_PAST" });
    expect((await ask({ ...begun, ongoing: true })).kind).toBe("answer");
    for (const startMs of [NOW_MS, NOW_MS + 20 * HOUR_MS]) {
      const ahead = { start_time: iso(startMs), duration_minutes: 90, explain: true, odds: true };
      expect(await verdict({ ...ahead, ongoing: true })).toEqual(await verdict(ahead));
    }
  });

  it("may have begun twelve hours ago, with a provider's hours and what was wet before them", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    const rain = payload.hourly["precipitation"] ?? [];
    const chance = payload.hourly["precipitation_probability"] ?? [];
    // It rains in the first hour that is asked for, and never again.
    payload.hourly["precipitation"] = rain.map((_, hour) => (hour === 1 ? 20 : 0));
    payload.hourly["precipitation_probability"] = chance.map((_, hour) => (hour === 1 ? 100 : 0));
    payload.hourly["weather_code"] = rain.map(() => 1);
    const { settings } = await startProvider({ kind: "answer", body: payload });
    const { verdict } = await useDoors(settings);
    const climbing = { sport: "climbing", duration_minutes: 60, explain: true };
    const begun = await verdict({ ...climbing, start_time: iso(NOW_MS - 12 * HOUR_MS), ongoing: true });
    expect(begun).toMatchObject({
      explanation: {
        points_lost: expect.arrayContaining([expect.objectContaining({ factor: "wet_surface" })]),
      },
    });
    // What is asked of the hours to come looks back on twelve hours, as before.
    const upcoming = await verdict({ ...climbing, start_time: iso(NOW_MS) });
    expect(JSON.stringify(upcoming)).not.toContain("wet_surface");
  });

  it("is not judged where the source tells no hours that are over: 503, until they are known", async () => {
    const { upstream } = await startProvider(metNorway(NOW_MS));
    const { service, ask } = await useDoors({ weatherSources: ["met-norway"], ...atMetNorway(upstream) });
    const begun = { start_time: iso(NOW_MS - HOUR_MS), duration_minutes: 240, ongoing: true };
    for (const door of service.doors.keys()) {
      expect(await ask(begun, door)).toMatchObject({
        kind: "fault",
        code: "unavailable",
        reason: "FORECAST_UNAVAILABLE",
        sentence: expect.stringContaining("not known"),
        retryAfterSeconds: 300,
      });
    }
    expect((await ask({ ...begun, start_time: iso(NOW_MS) })).kind).toBe("answer");
    // What was still to come then is over now, and known.
    const laterMs = NOW_MS + 3 * HOUR_MS;
    service.clock.advance(3 * HOUR_MS);
    upstream.behave(metNorway(laterMs));
    expect((await ask({ ...begun, start_time: iso(NOW_MS) })).kind).toBe("answer");
    expect(await ask(begun)).toMatchObject({ kind: "fault", reason: "FORECAST_UNAVAILABLE" });
  });

  it("is judged from what another source told of its hours, and both are named", async () => {
    const { upstream: first, settings } = await startProvider();
    const { upstream: second } = await startProvider(metNorway(NOW_MS + 2 * HOUR_MS));
    const weatherSources = ["open-meteo", "met-norway"] as const;
    const { service, ask, verdict } = await useDoors({ ...settings, weatherSources, ...atMetNorway(second) });
    const session = { start_time: iso(NOW_MS), duration_minutes: 60, explain: true };
    const then = await verdict(session);
    first.behave(DOWN);
    service.clock.advance(2 * HOUR_MS);
    const now = await ask({ ...session, ongoing: true });
    expect(now.headers.get("weather-source")).toBe("open-meteo, met-norway");
    expect(now).toMatchObject({ kind: "answer", body: { playability_score: then["playability_score"] } });
  });
});

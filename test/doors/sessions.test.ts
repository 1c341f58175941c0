// A calendar's sessions: of every start, what booking-confidence says of it.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

const { getBookingConfidence, getForecast } = METHODS;

interface Session {
  readonly start_time: string;
  readonly playability_score: number;
  readonly recommendation: string;
}

const service = await useDoors();
const { key } = await service.createCaller({ plan: "enterprise" });

describe("sessions of a forecast", () => {
  const call = async (method: DescMethodUnary, request: JsonObject, { doors } = service, apiKey = key) => {
    const outcome = await doors[0].call({ method, request, key: apiKey });
    return outcome.kind === "answer" ? (outcome.body as Record<string, unknown>) : outcome;
  };
  const sessionsOf = async (request: JsonObject): Promise<readonly Session[]> =>
    ((await call(getForecast, request)) as { sessions: readonly Session[] }).sessions;

  it.each([
    [undefined, 60, 72],
    [30, 30, 144],
    [15, 15, 288],
  ])("begin with the current hour, step_minutes=%s apart", async (step_minutes, minutes, count) => {
    const step: JsonObject = step_minutes === undefined ? {} : { step_minutes };
    const sessions = await sessionsOf({ ...LONDON, duration_minutes: 90, ...step });
    const firstMs = Date.parse("2026-11-21T12:00:00Z");
    const starts = Array.from({ length: count }, (_, i) => firstMs + i * minutes * 60_000);
    expect(sessions.map(({ start_time }) => Date.parse(start_time))).toEqual(starts);
  });

  it("leave the hours as they are", async () => {
    const plain = await call(getForecast, LONDON);
    expect(plain).not.toHaveProperty("sessions");
    expect(await call(getForecast, { ...LONDON, duration_minutes: 240 })).toMatchObject(plain);
  });

  it("say what booking-confidence says, for every sport, length, place and start", async () => {
    const asked = fc.record({
      lat: fc.integer({ min: -60, max: 70 }),
      lng: fc.integer({ min: -180, max: 180 }),
      sport: fc.constantFrom(...SPORT_IDS),
      duration_minutes: fc.oneof(fc.constantFrom(60, 90, 240), fc.integer({ min: 1, max: 1440 })),
    });
    const step_minutes = fc.constantFrom(15, 30, 60);
    const holds = fc.asyncProperty(asked, step_minutes, fc.nat(), async (request, step_minutes, pick) => {
      const sessions = await sessionsOf({ ...request, step_minutes, days: 7 });
      expect(sessions).toHaveLength((7 * 24 * 60) / step_minutes);
      // The last start, the most distant, and any others.
      for (const i of [sessions.length - 1, pick % sessions.length, (pick * 7) % sessions.length]) {
        const { start_time, ...verdict } = sessions[i]!;
        expect(await call(getBookingConfidence, { ...request, start_time })).toMatchObject(verdict);
      }
    });
    await fc.assert(holds, { numRuns: 100 });
  });

  it("leave out what booking-confidence has no forecast for", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    const wind = payload.hourly["wind_speed_10m"] ?? [];
    // The hours of the calendar are known, and one more.
    payload.hourly["time"]?.forEach((seconds, i) => {
      if (Number(seconds) * 1000 >= Date.parse("2026-11-22T13:00:00Z")) wind[i] = null;
    });
    const { settings } = await startProvider({ kind: "answer", body: payload });
    const replaying = await startWithDoors(settings);
    const caller = await replaying.createCaller();
    const ask = (method: DescMethodUnary, request: JsonObject) =>
      call(method, { ...LONDON, duration_minutes: 240, ...request }, replaying, caller.key);
    const { sessions } = (await ask(getForecast, { days: 1, step_minutes: 30 })) as {
      sessions: readonly Session[];
    };
    // Two of its four hours are known.
    expect(sessions.at(-1)?.start_time).toBe("2026-11-22T11:00:00Z");
    expect(await ask(getBookingConfidence, { start_time: "2026-11-22T11:00:00Z" })).toMatchObject({
      playability_score: sessions.at(-1)?.playability_score,
    });
    const refused = await ask(getBookingConfidence, { start_time: "2026-11-22T11:30:00Z" });
    expect(refused).toMatchObject({ kind: "fault", reason: "FORECAST_UNAVAILABLE" });
  });
});

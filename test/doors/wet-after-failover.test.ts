// Courts stay wet when another source answers: rain that is over is known from the forecast before, and is never made up.
import type { DescMethodUnary, JsonObject } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { placeAt } from "../../src/weather/place.ts";
import { NOW_MS } from "../support/test-service.ts";
import { metNorwayPayload } from "../weather/met-norway/payload.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const HOUR_MS = 3_600_000;
const DOWN = { kind: "answer", status: 503, body: "down" } as const;

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");
const hourAfter = (ms: number, hours: number) => iso((Math.floor(ms / HOUR_MS) + hours) * HOUR_MS);

/** Four hours of heavy rain up to the end of the current hour, in a mild day without end. */
function rainUntilNow() {
  const payload = openMeteoPayload({ nowMs: NOW_MS });
  const column = (name: string, value: (isWet: boolean) => number) => {
    payload.hourly[name] = (payload.hourly[name] ?? []).map((_, hour) => value(hour > 20 && hour <= 24));
  };
  column("precipitation", (isWet) => (isWet ? 6 : 0));
  column("precipitation_probability", (isWet) => (isWet ? 100 : 0));
  column("weather_code", (isWet) => (isWet ? 63 : 1));
  column("temperature_2m", () => 20);
  column("apparent_temperature", () => 20);
  column("wind_speed_10m", () => 8);
  column("wind_gusts_10m", () => 12);
  column("cloud_cover", () => 20);
  return payload;
}

/** The same hours of a source that forecasts nothing but fine weather. */
function fineFromNowOn(nowMs: number) {
  const payload = metNorwayPayload({ nowMs, place: placeAt(LONDON.lat, LONDON.lng) });
  for (const { data } of payload.properties.timeseries) {
    Object.assign(data.instant.details, { air_temperature: 20, cloud_area_fraction: 20, wind_speed: 2 });
    Object.assign(data.instant.details, { wind_speed_of_gust: 3 });
    for (const period of [data.next_1_hours, data.next_6_hours]) {
      if (period === undefined) continue;
      period.summary.symbol_code = "fair_day";
      Object.assign(period.details, { precipitation_amount: 0, probability_of_precipitation: 0 });
    }
  }
  return { kind: "answer", body: payload } as const;
}

/** A service before both providers, and what it answers an hour's explained calls about tennis on clay at a door. */
async function useProviders(settings: Partial<Config> = {}) {
  const first = await startProvider({ kind: "answer", body: rainUntilNow() });
  const { upstream: openMeteo } = first;
  const { upstream: metNorway } = await startProvider(fineFromNowOn(NOW_MS));
  const service = await startWithDoors({
    ...first.settings,
    weatherSources: ["open-meteo", "met-norway"],
    metNorwayUrl: metNorway.url,
    metNorwayUserAgent: "acme-bookings ops@acme.example",
    ...settings,
  });
  const { key } = await service.createCaller({ plan: "enterprise" });
  const ask = async (method: DescMethodUnary, request: JsonObject, door = 0) => {
    const clay = { ...LONDON, sport: "tennis", surface: "clay", explain: true, duration_minutes: 60 };
    const outcome = await service.doors[door]?.call({ method, request: { ...clay, ...request }, key });
    if (outcome?.kind !== "answer") throw new Error(outcome?.sentence);
    return { body: outcome.body as Told, source: outcome.headers.get("weather-source") };
  };
  const advance = (hours: number) => {
    service.clock.advance(hours * HOUR_MS);
    metNorway.behave(fineFromNowOn(service.clock.nowMs()));
  };
  /** The verdict on the current hour, at a door. */
  const verdict = (door = 0) =>
    ask(METHODS.getBookingConfidence, { start_time: hourAfter(service.clock.nowMs(), 0) }, door);
  return { service, openMeteo, ask, advance, verdict };
}

interface Explained {
  readonly playability_score: number;
  readonly recommendation: string;
  readonly explanation: {
    readonly points_lost: readonly { readonly factor: string; readonly points: number }[];
    readonly hours: readonly { readonly wet_mm: number }[];
  };
}

interface Told extends Explained {
  readonly summary: string;
  readonly hours: readonly Explained[];
  readonly slots: readonly Explained[];
  readonly sessions: readonly Explained[];
  readonly alternatives: readonly { readonly start_time: string }[];
}

const wetMm = ({ body }: { readonly body: Told }) => body.explanation.hours[0]?.wet_mm ?? Number.NaN;

describe("after a failover to a source that tells no past hours", () => {
  it("a wet court is as wet as before at every door, and both sources are named", async () => {
    const { service, openMeteo, advance, verdict } = await useProviders();
    await verdict();
    advance(1.5);
    // What the source that saw the rain would say now.
    const { verdict: verdictIfUp, advance: advanceIfUp } = await useProviders();
    await verdictIfUp();
    advanceIfUp(1.5);
    const ifUp = await verdictIfUp();
    expect(ifUp).toMatchObject({ source: "open-meteo", body: { recommendation: "not_recommended" } });
    openMeteo.behave(DOWN);
    for (const door of service.doors.keys()) {
      const { body, source } = await verdict(door);
      expect(source).toBe("open-meteo, met-norway");
      expect(body).toMatchObject({ recommendation: "not_recommended", explanation: { source } });
      expect(body.summary).toContain("wet");
      expect(wetMm({ body })).toBe(wetMm(ifUp));
    }
  });

  it("forecasts, sessions, slots and alternatives know of the rain too", async () => {
    const { service, openMeteo, ask, advance, verdict } = await useProviders();
    await verdict();
    openMeteo.behave(DOWN);
    advance(1.5);
    const nowMs = service.clock.nowMs();
    const wet = {
      recommendation: "not_recommended",
      explanation: { points_lost: [{ factor: "wet_surface" }] },
    };
    const soon = hourAfter(nowMs, 0);
    const later = hourAfter(nowMs, 18);
    const forecast = await ask(METHODS.getForecast, { days: 1 });
    expect(forecast.source).toBe("open-meteo, met-norway");
    expect(forecast.body.hours[0]).toMatchObject({ time: soon, explanation: wet.explanation });
    expect(forecast.body.sessions[0]).toMatchObject({ recommendation: wet.recommendation });
    const safeSlots = await ask(METHODS.rankSafeSlots, { slots: [soon, later] });
    expect(safeSlots.source).toBe("open-meteo, met-norway");
    expect(safeSlots.body.slots[1]).toMatchObject({ start_time: soon, ...wet });
    const candidates = [hourAfter(nowMs, 1), later];
    const moved = await ask(METHODS.getBookingConfidence, { start_time: soon, alternatives: 2, candidates });
    // In an hour the court is wet still.
    expect(moved.body.alternatives).toMatchObject([{ start_time: later, recommendation: "safe_to_book" }]);
  });

  it("a place of which nothing was known is dry, and only the source that answers is named", async () => {
    const { openMeteo, ask, verdict } = await useProviders();
    openMeteo.behave(DOWN);
    const told = await verdict();
    expect(told).toMatchObject({ source: "met-norway", body: { recommendation: "safe_to_book" } });
    expect(wetMm(told)).toBe(0);
    expect(told.body.explanation).not.toHaveProperty("hour_before");
    expect((await ask(METHODS.getForecast, { days: 1 })).source).toBe("met-norway");
  });

  it("what is too old to be answered from is not looked back on either", async () => {
    const { openMeteo, advance, verdict } = await useProviders();
    await verdict();
    openMeteo.behave(DOWN);
    advance(6.1);
    const told = await verdict();
    expect([told.source, wetMm(told)]).toEqual(["met-norway", 0]);
  });
});

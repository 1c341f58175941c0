// Courts stay wet when another source answers: rain that is over is known from the forecast before, and is never made up.
import { describe, expect, it } from "vitest";
import { isoTime } from "../../src/iso-time.ts";
import { placeAt } from "../../src/weather/place.ts";
import { NOW_MS } from "../support/test-service.ts";
import { metNorwayPayload } from "../weather/met-norway/payload.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { answerOf } from "./answer-of.ts";
import type { Door } from "./door.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors } from "./start-with-doors.ts";

const HOUR_MS = 3_600_000;
const DOWN = { kind: "answer", status: 503, body: "down" } as const;

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

/** A service before both providers, and its explained verdict on an hour of tennis on clay at a door: the current hour. */
async function useProviders() {
  const { upstream: openMeteo, settings } = await startProvider({ kind: "answer", body: rainUntilNow() });
  const { upstream: metNorway } = await startProvider(fineFromNowOn(NOW_MS));
  const service = await startWithDoors({
    ...settings,
    weatherSources: ["open-meteo", "met-norway"],
    metNorwayUrl: metNorway.url,
    metNorwayUserAgent: "acme-bookings ops@acme.example",
  });
  const { key } = await service.createCaller({ plan: "enterprise" });
  const advance = (hours: number) => {
    service.clock.advance(hours * HOUR_MS);
    metNorway.behave(fineFromNowOn(service.clock.nowMs()));
  };
  const verdict = async (door: Door = service.doors[0]) => {
    const start_time = isoTime(Math.floor(service.clock.nowMs() / HOUR_MS) * HOUR_MS);
    const clay = { ...LONDON, sport: "tennis", surface: "clay", explain: true, duration_minutes: 60 };
    const call = { method: METHODS.getBookingConfidence, request: { ...clay, start_time }, key };
    const { body, headers } = await answerOf(door, call);
    return { body: body as Told, source: headers.get("weather-source") };
  };
  return { doors: service.doors, openMeteo, advance, verdict };
}

interface Told {
  readonly summary: string;
  readonly recommendation: string;
  readonly explanation: { readonly hours: readonly { readonly wet_mm: number }[] };
}

const wetMm = ({ body }: { readonly body: Told }) => body.explanation.hours[0]?.wet_mm ?? Number.NaN;

describe("after a failover to a source that tells no past hours", () => {
  it("a wet court is as wet as before at every door, and both sources are named", async () => {
    const { doors, openMeteo, advance, verdict } = await useProviders();
    await verdict();
    advance(1.5);
    // What the source that saw the rain would say now.
    const { verdict: verdictIfUp, advance: advanceIfUp } = await useProviders();
    await verdictIfUp();
    advanceIfUp(1.5);
    const ifUp = await verdictIfUp();
    expect(ifUp).toMatchObject({ source: "open-meteo", body: { recommendation: "not_recommended" } });
    openMeteo.behave(DOWN);
    for (const door of doors) {
      const { body, source } = await verdict(door);
      expect(source, door.name).toBe("open-meteo, met-norway");
      expect(body, door.name).toMatchObject({ recommendation: "not_recommended", explanation: { source } });
      expect(body.summary).toContain("wet");
      expect(wetMm({ body })).toBe(wetMm(ifUp));
    }
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

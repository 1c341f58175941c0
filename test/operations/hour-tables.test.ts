import { describe, expect, it } from "vitest";
import { createHourTables } from "../../src/operations/hour-tables.ts";
import { findProfile } from "../../src/scoring/sports/find-profile.ts";
import type { CompiledProfile } from "../../src/scoring/sports/profile.ts";
import type { HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { NOW_MS } from "../support/test-service.ts";
import { useTestService } from "../support/use-test-service.ts";

const MEGABYTE = 1_000_000;

function forecastOf(lat: number): Promise<HourlyWeather> {
  const source = createSimulatedSource({ clock: createManualClock(NOW_MS) });
  return source.forecast(placeAt(lat, 0), AbortSignal.timeout(60_000));
}

function profileOf(sport: string): CompiledProfile {
  const profile = findProfile(sport);
  if (profile === undefined) throw new Error(`no sport is called ${sport}`);
  return profile;
}

describe("tables of hours", () => {
  it("are made once for a forecast and a sport, however fresh the forecast is said to be", async () => {
    const tables = createHourTables({ room: () => MEGABYTE });
    const [forecast, other] = [await forecastOf(51), await forecastOf(52)];
    const tennis = profileOf("tennis");
    const table = tables.of(forecast, tennis);
    expect(tables.of({ ...forecast, freshUntilMs: NOW_MS }, tennis)).toBe(table);
    expect(tables.known(forecast, tennis)).toBe(table);
    expect(tables.known(forecast, profileOf("golf"))).toBeUndefined();
    expect(tables.known(other, tennis)).toBeUndefined();
  });

  it("give way when there is less room, the least recently asked for first", async () => {
    let room = MEGABYTE;
    const tables = createHourTables({ room: () => room });
    const tennis = profileOf("tennis");
    const forecasts = await Promise.all([51, 52, 53, 54].map(forecastOf));
    for (const forecast of forecasts) tables.of(forecast, tennis);
    const [first, second, third, fourth] = forecasts as [
      HourlyWeather,
      HourlyWeather,
      HourlyWeather,
      HourlyWeather,
    ];
    expect(tables.bytes).toBeGreaterThan(0);
    room = tables.bytes / 2;
    tables.of(first, tennis);
    tables.of(third, profileOf("golf"));
    expect(tables.bytes).toBeLessThanOrEqual(room);
    expect(tables.known(first, tennis)).toBeDefined();
    expect([second, third, fourth].map((forecast) => tables.known(forecast, tennis))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("have no hour that lacks what every answer tells", async () => {
    const forecast = await forecastOf(51);
    const windKmh = forecast.windKmh.with(20, Number.NaN);
    const table = createHourTables({ room: () => MEGABYTE }).of(
      { ...forecast, windKmh },
      profileOf("tennis"),
    );
    expect([19, 20, 21].map((hour) => table.hourAt(hour)?.playabilityScore)).toEqual([
      expect.any(Number),
      undefined,
      expect.any(Number),
    ]);
    expect(table.hourAt(forecast.hours)).toBeUndefined();
  });
});

describe("answers from tables", () => {
  const current = useTestService();

  it("are told with their explanations to those who ask for them, and to nobody else", async () => {
    const { service, key } = current();
    const hours = async (more: string) => {
      const url = `http://127.0.0.1:${service.ports.http}/v1/forecast?lat=51.5&lng=0&days=2&sport=golf${more}`;
      const answer = await fetch(url, { headers: { "x-api-key": key } });
      return ((await answer.json()) as { readonly hours: readonly { explanation?: object }[] }).hours;
    };
    const plain = await hours("");
    const explained = await hours("&explain=true");
    expect(explained.map((hour) => ({ ...hour, explanation: undefined }))).toEqual(plain);
    expect(explained.every(({ explanation }) => explanation !== undefined)).toBe(true);
    expect(await hours("")).toEqual(plain);
    // Another venue is another sport.
    expect(await hours("&floodlit=true")).not.toEqual(plain);
  });

  it("are counted with the memory for forecasts", async () => {
    const { service, key } = current();
    const url = `http://127.0.0.1:${service.ports.http}/v1/forecast?lat=48&lng=11`;
    await (await fetch(url, { headers: { "x-api-key": key } })).text();
    const values = [
      ...(await service.metrics()).matchAll(/^suitability_forecast_memory_bytes\{of="(\w+)"\} (\d+)$/gm),
    ];
    expect(values.map(([, of]) => of)).toEqual(["forecasts", "hour_tables"]);
    for (const [, , bytes] of values) expect(Number(bytes)).toBeGreaterThan(0);
  });
});

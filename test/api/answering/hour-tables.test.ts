import { describe, expect, it } from "vitest";
import { createHourTables } from "../../../src/api/answering/hour-tables.ts";
import type { CompiledProfile } from "../../../src/scoring/sports/profile.ts";
import type { HourlyWeather } from "../../../src/weather/hourly-weather.ts";
import { placeAt } from "../../../src/lib/place.ts";
import { profileOf } from "../../scoring/score-of.ts";
import { NOW_MS } from "../../support/service/test-service.ts";
import { useTestService } from "../../support/service/use-test-service.ts";
import { simulatedAt } from "../../weather/scripted-source.ts";

const MEGABYTE = 1_000_000;

const forecastOf = (lat: number) => simulatedAt(placeAt(lat, 0), NOW_MS);

const DAY = { first: 24, count: 24 };

describe("tables of hours", () => {
  it("contain the requested hours at first, and all hours from the second request on", async () => {
    const tables = createHourTables({ room: () => MEGABYTE });
    const [forecast, other] = [await forecastOf(51), await forecastOf(52)];
    const tennis = profileOf("tennis");
    const hoursOf = (...asked: [HourlyWeather, CompiledProfile]) =>
      tables.of(...asked, DAY).scored.score.length;
    expect(hoursOf(forecast, tennis)).toBe(24);
    expect(hoursOf(forecast, tennis)).toBe(forecast.hours);
    expect(hoursOf(forecast, profileOf("golf"))).toBe(24);
    expect(hoursOf(other, tennis)).toBe(24);
    const table = tables.of(forecast, tennis, DAY);
    // `freshUntilMs` makes no difference.
    expect(tables.of({ ...forecast, freshUntilMs: NOW_MS }, tennis, DAY)).toBe(table);
  });

  it("are dropped when there is less room, the least recently requested first", async () => {
    let room = MEGABYTE;
    const tables = createHourTables({ room: () => room });
    const tennis = profileOf("tennis");
    const forecasts = await Promise.all([51, 52, 53, 54].map(forecastOf));
    const hoursOf = (forecast: HourlyWeather) => tables.of(forecast, tennis, DAY).scored.score.length;
    for (const forecast of [...forecasts, ...forecasts]) hoursOf(forecast);
    const [first, ...others] = forecasts as [HourlyWeather, ...HourlyWeather[]];
    expect(tables.bytes).toBeGreaterThan(0);
    room = tables.bytes / 2;
    hoursOf(first);
    const fifth = await forecastOf(55);
    for (const forecast of [fifth, fifth]) hoursOf(forecast);
    expect(tables.bytes).toBeLessThanOrEqual(room);
    expect(hoursOf(first)).toBe(first.hours);
    expect(others.slice(0, 2).map(hoursOf)).toEqual([24, 24]);
  });
});

describe("tables of a service", () => {
  const current = useTestService();

  it("are counted with the memory for forecasts", async () => {
    const { service, key } = current();
    for (const _ of [1, 2]) await (await service.get("/v1/forecast?lat=48&lng=11", { key })).text();
    for (const of of ["forecasts", "hour_tables"]) {
      expect(await service.figureOf(`forecast_memory_bytes{of="${of}"}`), of).toBeGreaterThan(0);
    }
  });
});

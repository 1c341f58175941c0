import { expect, describe, test } from "vitest";
import { forecastSince, withEarlierApart, withEarlierOf } from "../../src/weather/earlier-hours.ts";
import { COLUMN_NAMES, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { createManualClock } from "../support/manual-clock.ts";

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const PLACE = placeAt(51.5, -0.13);

/** With earlier hours, as it is fetched at a time. */
const fetched = (time: string) =>
  createSimulatedSource({ clock: createManualClock(at(time)) }).forecast(PLACE, new AbortController().signal);

/** One of a source that tells nothing of what is over. */
async function fromNowOn(time: string, source = "met-norway"): Promise<HourlyWeather> {
  const { earlier: _earlier, ...weather } = await fetched(time);
  const columns = COLUMN_NAMES.map((name) => [name, weather[name].subarray(12)] as const);
  const startMs = weather.startMs + 12 * HOUR_MS;
  return { ...weather, source, startMs, hours: weather.hours - 12, ...Object.fromEntries(columns) };
}

/** The hours that a forecast has, from its first to before its end. */
const range = (weather: HourlyWeather | undefined) =>
  weather && [weather.startMs, weather.startMs + weather.hours * HOUR_MS];

describe("the hours that are over", () => {
  test("are apart from those that every call looks back on", async () => {
    const weather = await fetched("21T14:25");
    expect(weather.startMs).toBe(at("21T02:00"));
    expect(range(weather.earlier)).toEqual([at("20T14:00"), at("21T02:00")]);
    const { earlier: _earlier, ...unsplit } = weather;
    expect(withEarlierApart(unsplit, at("21T14:25"))).toBe(unsplit);
    const later = withEarlierApart(unsplit, at("21T17:25"));
    expect([range(later.earlier), later.startMs]).toEqual([[at("21T02:00"), at("21T05:00")], at("21T05:00")]);
  });

  test("of a source that tells none are those of the forecast before, up to a day back", async () => {
    const first = await fetched("21T14:25");
    const second = withEarlierOf(first, await fromNowOn("21T16:05"), at("21T16:05"));
    expect(range(second.earlier)).toEqual([at("20T16:00"), at("21T16:00")]);
    const third = withEarlierOf(second, await fromNowOn("21T20:05"), at("21T20:05"));
    expect(range(third.earlier)).toEqual([at("20T20:00"), at("21T20:00")]);
    expect(third.source).toBe("met-norway");
    expect(forecastSince(third, at("21T18:00"))?.source).toBe("simulated, met-norway");
  });

  test("are not taken from a forecast that ends before, or does not begin before", async () => {
    const weather = await fromNowOn("21T16:05");
    expect(withEarlierOf(await fetched("01T16:05"), weather, at("21T16:05"))).toBe(weather);
    expect(withEarlierOf(await fromNowOn("21T16:00"), weather, at("21T16:05"))).toBe(weather);
  });
});

describe("the forecast of a session that has begun", () => {
  test("looks as far back as a call did in the hour when it began", async () => {
    const weather = await fetched("21T14:25");
    const then = await fetched("21T05:10");
    const now = forecastSince(weather, at("21T05:00"));
    expect(now?.startMs).toBe(then.startMs);
    for (const name of COLUMN_NAMES) {
      expect(now?.[name].subarray(0, 200)).toEqual(then[name].subarray(0, 200));
    }
    expect(forecastSince(weather, at("21T02:00"))?.startMs).toBe(at("20T14:00"));
  });

  test("is the forecast itself where that looks back far enough", async () => {
    const weather = await fetched("21T14:25");
    expect(forecastSince(weather, at("21T14:00"))).toBe(weather);
    expect(forecastSince(weather, at("21T16:00"))).toBe(weather);
  });

  test("may look back on less, but is none where the session's own hours are not known", async () => {
    const weather = await fromNowOn("21T14:25");
    expect(forecastSince(weather, at("21T14:00"))).toBe(weather);
    expect(forecastSince(weather, at("21T13:00"))).toBeUndefined();
    const carried = withEarlierOf(await fromNowOn("21T11:25"), weather, at("21T14:25"));
    expect(range(forecastSince(carried, at("21T11:00")))?.[0]).toBe(at("21T11:00"));
    expect(forecastSince(carried, at("21T10:00"))).toBeUndefined();
  });
});

import { expect, describe, test } from "vitest";
import {
  forecastSince,
  withEarlierApart,
  withEarlierOf,
  withPastHours,
} from "../../src/weather/earlier-hours.ts";
import { COLUMN_NAMES, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { PAST_HOURS } from "../../src/weather/weather-source.ts";
import { placeAt } from "../../src/lib/place.ts";
import { simulatedAt } from "./scripted-source.ts";

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const PLACE = placeAt(51.5, -0.13);

/** A forecast with earlier hours, as it is fetched at this time. */
const fetched = (time: string) => simulatedAt(PLACE, at(time));

/** A forecast of a source that sends no past hours. */
async function fromNowOn(time: string, source = "met-norway"): Promise<HourlyWeather> {
  const { earlier: _earlier, ...weather } = await fetched(time);
  const columns = COLUMN_NAMES.map((name) => [name, weather[name].subarray(PAST_HOURS)] as const);
  const startMs = weather.startMs + PAST_HOURS * HOUR_MS;
  return { ...weather, source, startMs, hours: weather.hours - PAST_HOURS, ...Object.fromEntries(columns) };
}

/** The start of a forecast's first hour, and the end of its last one. */
const range = (weather: HourlyWeather | undefined) =>
  weather && [weather.startMs, weather.startMs + weather.hours * HOUR_MS];

describe("earlier hours", () => {
  test("are kept apart from the past hours that every call looks back on", async () => {
    const weather = await fetched("21T14:25");
    expect(weather.startMs).toBe(at("20T14:00"));
    expect(range(weather.earlier)).toEqual([at("20T02:00"), at("20T14:00")]);
    const { earlier: _earlier, ...unsplit } = weather;
    expect(withEarlierApart(unsplit, at("21T14:25"))).toBe(unsplit);
    const later = withEarlierApart(unsplit, at("21T17:25"));
    expect([range(later.earlier), later.startMs]).toEqual([[at("20T14:00"), at("20T17:00")], at("20T17:00")]);
  });

  test("come from the previous forecast if the source sends none: up to a day and a half back, each with its source", async () => {
    const first = await fetched("21T14:25");
    const second = withEarlierOf(first, await fromNowOn("21T16:05"), at("21T16:05"));
    expect(range(second.earlier)).toEqual([at("20T04:00"), at("21T16:00")]);
    const third = withEarlierOf(second, await fromNowOn("21T20:05"), at("21T20:05"));
    expect(range(third.earlier)).toEqual([at("21T16:00"), at("21T20:00")]);
    expect(range(third.earlier?.earlier)).toEqual([at("20T08:00"), at("21T16:00")]);
    expect([third, third.earlier, third.earlier?.earlier].map((part) => part?.source)).toEqual([
      "met-norway",
      "met-norway",
      "simulated",
    ]);
    expect(forecastSince(third, at("21T18:00"))?.source).toBe("simulated, met-norway");
  });

  test("stay two parts however often a source without past hours is fetched, and become one after a day and a half", async () => {
    let weather = await fetched("20T14:25");
    const parts: number[] = [];
    for (let nowMs = at("20T15:25"); nowMs <= at("22T04:25"); nowMs += HOUR_MS / 4) {
      const time = new Date(nowMs).toISOString().slice(8, 16);
      weather = withEarlierOf(weather, await fromNowOn(time), nowMs);
      expect(range(weather.earlier)?.[1]).toBe(weather.startMs);
      parts.push(weather.earlier?.earlier === undefined ? 1 : 2);
      expect(weather.earlier?.earlier?.earlier).toBeUndefined();
    }
    expect([parts[0], parts[4], parts.at(-1)]).toEqual([1, 2, 1]);
    expect(weather.earlier?.source).toBe("met-norway");
  });

  test("are not taken from a forecast that ends before the new one begins, or that begins no earlier", async () => {
    const weather = await fromNowOn("21T16:05");
    expect(withEarlierOf(await fetched("01T16:05"), weather, at("21T16:05"))).toBe(weather);
    expect(withEarlierOf(await fromNowOn("21T16:00"), weather, at("21T16:05"))).toBe(weather);
  });
});

describe("a forecast as calls get it", () => {
  test("looks back on the same hours as a forecast of a source that sends past hours", async () => {
    const nowMs = at("21T16:05");
    const carried = withEarlierOf(await fetched("21T14:25"), await fromNowOn("21T16:05"), nowMs);
    const weather = withPastHours(carried, nowMs);
    const told = await fetched("21T16:05");
    expect(weather.source).toBe("simulated, met-norway");
    expect([range(weather), range(weather.earlier)]).toEqual([range(told), range(told.earlier)]);
    for (const name of COLUMN_NAMES) expect(weather[name]).toEqual(told[name]);
  });

  test("names a source only while it includes hours of it", async () => {
    let weather = await fetched("21T03:25");
    const sources: string[] = [];
    for (const time of ["21T04:05", "22T03:05", "22T04:05"]) {
      weather = withEarlierOf(weather, await fromNowOn(time), at(time));
      sources.push(withPastHours(weather, at(time)).source);
    }
    expect(sources).toEqual(["simulated, met-norway", "simulated, met-norway", "met-norway"]);
    expect(withPastHours(weather, at("22T04:05")).earlier?.source).toBe("simulated");
  });

  test("is the unchanged forecast if it has past hours itself, or if no others are known", async () => {
    const weather = await fetched("21T14:25");
    expect(withPastHours(weather, at("21T14:25"))).toBe(weather);
    // Cached when the next hour had begun.
    expect(withPastHours(weather, at("21T15:00"))).toBe(weather);
    const alone = await fromNowOn("21T14:25");
    expect(withPastHours(alone, at("21T14:25"))).toBe(alone);
  });
});

describe("the forecast of a session that has begun", () => {
  test("looks as far back as a call did in the hour when the session began", async () => {
    const weather = await fetched("21T14:25");
    const then = await fetched("21T05:10");
    const now = forecastSince(weather, at("21T05:00"));
    expect(now?.startMs).toBe(then.startMs);
    for (const name of COLUMN_NAMES) {
      expect(now?.[name].subarray(0, 200)).toEqual(then[name].subarray(0, 200));
    }
    expect(forecastSince(weather, at("21T02:00"))?.startMs).toBe(at("20T02:00"));
  });

  test("is the unchanged forecast if it looks back far enough", async () => {
    const weather = await fetched("21T14:25");
    expect(forecastSince(weather, at("21T14:00"))).toBe(weather);
    expect(forecastSince(weather, at("21T16:00"))).toBe(weather);
  });

  test("may look back on fewer hours, but is missing if the session's own hours are unknown", async () => {
    const weather = await fromNowOn("21T14:25");
    expect(forecastSince(weather, at("21T14:00"))).toBe(weather);
    expect(forecastSince(weather, at("21T13:00"))).toBeUndefined();
    const carried = withEarlierOf(await fromNowOn("21T11:25"), weather, at("21T14:25"));
    expect(range(forecastSince(carried, at("21T11:00")))?.[0]).toBe(at("21T11:00"));
    expect(forecastSince(carried, at("21T10:00"))).toBeUndefined();
  });
});

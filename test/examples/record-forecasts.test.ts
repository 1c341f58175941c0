// Records a place as cron would, with a clock that the tests move, and reads the record as npm run verify does.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { placeOf, recordForecast } from "../../examples/record-forecasts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, systemClock } from "../../src/lib/time/clock.ts";
import { COLUMN_NAMES, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { createOpenMeteoSource } from "../../src/weather/providers/open-meteo/source.ts";
import type { ClosableSource } from "../../src/weather/weather-source.ts";
import { readArchive } from "../../verification/archive.ts";
import { createMisbehavingUpstream } from "../support/fakes/misbehaving-upstream.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);
const FIRST_MS = Date.parse("2026-05-01T12:05:00Z");
const MADRID = { lat: "40.42", lng: "-3.70", name: "Madrid" };

let nowMs = FIRST_MS;
let source: ClosableSource;
let folder: string;

beforeAll(async () => {
  // The values of an hour depend on its position in the answer, so that its analysis differs from its forecast.
  const upstream = await createMisbehavingUpstream(openMeteoAnywhere(() => openMeteoPayload({ nowMs })));
  source = createOpenMeteoSource({ url: upstream.url, clock: { ...systemClock, nowMs: () => nowMs } });
  return async () => {
    await source.close();
    await upstream.close();
  };
});
beforeEach(() => {
  nowMs = FIRST_MS;
  folder = folderOfTest();
});

async function record(): Promise<HourlyWeather> {
  const weather = await source.forecast(placeOf(folder, MADRID), AbortSignal.timeout(5_000));
  recordForecast(folder, weather, nowMs);
  return weather;
}

/** The columns of some hours, including NaN. */
function hoursOf(weather: HourlyWeather, fromMs: number, hours: number) {
  const first = (fromMs - weather.startMs) / HOUR_MS;
  return COLUMN_NAMES.map((name) => [name, [...weather[name].subarray(first, first + hours)]]);
}

describe("a recorded place", () => {
  it("has the forecast as the source returned it, up to the seventh day", async () => {
    const told = await record();
    const { forecasts, ...archive } = readArchive(folder);
    expect(archive).toMatchObject({ basis: "open-meteo-madrid", place: "Madrid", lat: 40.42, lng: -3.7 });
    expect(forecasts).toHaveLength(1);
    const [forecast = told] = forecasts;
    expect(forecast.generatedAtMs).toBe(FIRST_MS);
    expect(hoursOf(forecast, told.startMs, 179)).toEqual(hoursOf(told, told.startMs, 179));
  });

  it("has every hour as it was analysed, except the chance of rain, which says whether it rained", async () => {
    const first = await record();
    nowMs += DAY_MS;
    const second = await record();
    const { observed } = readArchive(folder);
    const withoutChance = (hours: ReturnType<typeof hoursOf>) =>
      hours.filter(([name]) => name !== "precipProbPct");
    for (const { earlier = first } of [first, second]) {
      const { startMs } = earlier;
      expect(withoutChance(hoursOf(observed, startMs, 12))).toEqual(
        withoutChance(hoursOf(earlier, startMs, 12)),
      );
    }
    // From 36 hours before the first run to the second, without a gap.
    expect(observed.startMs).toBe(Date.parse("2026-04-30T00:00:00Z"));
    expect([...observed.rainMm.subarray(0, 60)].filter(Number.isNaN)).toEqual([]);
    expect([...observed.tempC.subarray(0, 60)].filter(Number.isNaN)).toEqual([]);
  });

  it("has only the first forecast of each day, however often it is recorded", async () => {
    for (const laterMs of [0, 10 * MINUTE_MS, 6 * HOUR_MS, 12 * HOUR_MS]) {
      nowMs = FIRST_MS + laterMs;
      await record();
    }
    const issued = readArchive(folder).forecasts.map(({ generatedAtMs }) => generatedAtMs);
    expect(issued).toEqual([FIRST_MS, FIRST_MS + 12 * HOUR_MS]);
  });

  it("is not mixed with another place", async () => {
    await record();
    expect(() => placeOf(folder, { ...MADRID, lat: "41.39" })).toThrow("is about Madrid (40.42,-3.70)");
    expect(placeOf(folder, {})).toMatchObject({ lat: 40.42, lng: -3.7 });
  });

  it.each([
    {},
    { ...MADRID, lat: "north" },
    { ...MADRID, lat: "91" },
    { ...MADRID, lng: "" },
    { ...MADRID, lat: "0x10" },
    { lat: "40", lng: "3" },
  ])("cannot be new without a name and valid coordinates: %j", (options) => {
    expect(() => placeOf(join(folder, "new"), options)).toThrow("is new: add --lat=… and --lng=…");
  });

  it("is judged by the odds in use, on a page of its own", { timeout: 60_000 }, async () => {
    for (let day = 0; day < 9; day += 1) {
      nowMs = FIRST_MS + day * DAY_MS;
      await record();
    }
    await run(process.execPath, [join(ROOT, "verification/run.ts"), "--archive", folder]);
    const page = readFileSync(join(folder, "verification.md"), "utf8");
    expect(page).toContain("**One place and one provider**: Madrid");
    expect(page).toContain("**Nothing is fitted here**");
    expect(page).toContain("9 daily forecasts (2026-05-01 to 2026-05-09)");
    expect(page).not.toContain("has no weather codes");
    expect(page).toMatch(/\*\*The odds\*\*: \d\.\d{3}/);
    expect(page).not.toContain("NaN");
  });
});

it("the script without arguments prints its usage, and no stack trace", async () => {
  const failure = run(process.execPath, [join(ROOT, "examples/record-forecasts.ts")]);
  await expect(failure).rejects.toMatchObject({
    stderr: expect.stringMatching(/^usage: node examples.*\n$/),
  });
});

// Keeps forecasts of so many places, scores sessions at random ones, and prints bytes a place and the slowest calls. The
// service's own cap on places is left out, and so are doors and checks: what is looked for is what the number of places
// does.
import { createHistogram } from "node:perf_hooks";
import { systemClock } from "../../src/clock.ts";
import { findProfile } from "../../src/scoring/find-profile.ts";
import { scoreSession } from "../../src/scoring/session-score.ts";
import { createCachedSource } from "../../src/weather/cached-source.ts";
import type { HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated.ts";
import type { WeatherSource } from "../../src/weather/weather-source.ts";

const [count = 100, calls = 1_000] = process.argv.slice(2).map(Number);
const signal = new AbortController().signal;

/** Points 0.1 degrees apart or more, so that each is a place of its own. */
function place(index: number) {
  return placeAt(-50 + (index % 1_000) * 0.1, Math.floor(index / 1_000) * 0.1);
}

/** Hands out copies of one forecast: the same columns to keep, without the time that simulating 25 million hours takes. */
function createCopyingSource(original: HourlyWeather): WeatherSource {
  const entries = Object.entries(original);
  return {
    name: "copying",
    forecast: async () =>
      Object.fromEntries(entries.map(([name, value]) => [name, copied(value)])) as unknown as HourlyWeather,
  };
}

function copied(value: HourlyWeather[keyof HourlyWeather]) {
  return value instanceof Float32Array ? Float32Array.from(value) : value;
}

const simulated = createSimulatedSource({ clock: systemClock });
const source = createCachedSource({
  source: createCopyingSource(await simulated.forecast(placeAt(51.5, 0), signal)),
  clock: systemClock,
  bytesMax: count * 16_384,
});

const profile = findProfile("tennis");
if (profile === undefined) {
  throw new Error("tennis is no longer a sport");
}
const session = { profile, startMinute: 48 * 60, durationMinutes: 90 };

async function scoreAt(index: number): Promise<void> {
  const weather = await source.forecast(place(index), signal);
  if (scoreSession({ ...session, weather }) === undefined) {
    throw new Error("a session could not be scored");
  }
}

/** The same places in every run, in no order that a processor's cache could make use of. */
let seed = 1;
function nextIndex(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * count);
}

/** Microseconds within which 99 of 100 calls were done. */
async function callRandomly(times: number): Promise<number> {
  const latencyNs = createHistogram();
  for (let call = 0; call < times; call += 1) {
    const index = nextIndex();
    const startedMs = performance.now();
    await scoreAt(index);
    latencyNs.record(Math.max(1, Math.round((performance.now() - startedMs) * 1e6)));
  }
  return latencyNs.percentile(99) / 1_000;
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

await scoreAt(0);
const emptyBytes = residentBytes();
for (let index = 1; index < count; index += 1) {
  await source.forecast(place(index), signal);
}
const bytesPerPlace = (residentBytes() - emptyBytes) / count;
await callRandomly(calls / 4);
const callUsP99 = await callRandomly(calls);
process.stdout.write(JSON.stringify({ bytesPerPlace, callUsP99 }));

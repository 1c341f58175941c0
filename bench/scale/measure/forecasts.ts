// What a forecast costs: to be fetched from a provider, read from Redis, unpacked, and cached.
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "../../../src/clock.ts";
import { createCachedSource } from "../../../src/weather/cache/cached-source.ts";
import { createForecastCache } from "../../../src/weather/cache/forecast-cache.ts";
import { packForecast, unpackForecast } from "../../../src/weather/cache/packed-forecast.ts";
import { createRedisForecasts } from "../../../src/weather/cache/redis/forecasts.ts";
import { createOpenMeteoSource } from "../../../src/weather/open-meteo/source.ts";
import type { Forecasts, WeatherSource } from "../../../src/weather/weather-source.ts";
import type { Bench } from "../../harness/bench-case.ts";
import { cpuSeconds } from "../../harness/cpu-seconds.ts";
import { startRedis } from "../../harness/redis.ts";
import type { Constant, ConstantName } from "../constants.ts";
import { venueAt } from "../simulate-day.ts";
import { constant } from "./constant.ts";
import { usedMemory } from "./used-memory.ts";

const FETCHES = 2_000;
const AT_ONCE = 8;
const CACHED = 50_000;
const UNPACKED = 5_000;
const BYTES_MAX = 2 ** 31;
const ROOM = 32 * 1024 ** 2;
const SWEEP_MS = 500;

type ForecastConstants = Pick<
  Record<ConstantName, Constant>,
  | "fetchUs"
  | "readUs"
  | "redisServerReadUs"
  | "unpackUs"
  | "packedBytes"
  | "roomBytes"
  | "placeBytes"
  | "unpackedBytes"
  | "redisPlaceBytes"
>;

export async function measureForecasts(bench: Bench): Promise<ForecastConstants> {
  const provider = await bench.processes.serve({
    name: "provider",
    args: ["bench/scale/measure/provider.ts"],
  });
  const redis = await startRedis(bench);
  const url = `http://127.0.0.1:${String(provider.line["http"])}`;
  const source = createOpenMeteoSource({ url, clock: systemClock });
  const rounds: { fetchUs: number; readUs: number; redisUs: number; redisBytes: number; unpackUs: number }[] =
    [];
  const weather = await source.forecast(venueAt(0), new AbortController().signal);
  const packed = packForecast(weather);
  for (let round = 0; round <= bench.rounds; round += 1) {
    console.error(`forecasts, round ${round} of ${bench.rounds}`);
    const first = round * FETCHES;
    const alone = createCachedSource({ source, clock: systemClock, bytesMax: BYTES_MAX });
    const fetchUs = await cpuUsOfAll(alone, first);
    const before = await usedMemory(redis.url);
    await withSharing(source, redis.url, (one) => cpuUsOfAll(one, first));
    const redisBytes = ((await usedMemory(redis.url)) - before) / FETCHES;
    const redisBefore = cpuSeconds([redis.pid]);
    const readUs = await withSharing(source, redis.url, (other) => cpuUsOfAll(other, first));
    const redisUs = ((cpuSeconds([redis.pid]) - redisBefore) / FETCHES) * 1e6;
    // The first is for the hot functions to be compiled.
    if (round > 0) rounds.push({ fetchUs, readUs, redisUs, redisBytes, unpackUs: unpackingUs(packed) });
  }
  await source.close();
  for (const server of [provider, redis]) await server.stop();
  const of = (figure: keyof (typeof rounds)[number]) => rounds.map((round) => round[figure]);
  return {
    fetchUs: constant(
      "CPU to fetch a forecast from a provider, read, pack and cache it",
      "µs",
      of("fetchUs"),
    ),
    readUs: constant("CPU to read one from Redis and cache it", "µs", of("readUs")),
    redisServerReadUs: constant("CPU of Redis for that", "µs", of("redisUs")),
    unpackUs: constant("CPU to unpack one that is cached", "µs", of("unpackUs")),
    packedBytes: constant("a forecast of Open-Meteo, packed", "bytes", [packed.byteLength]),
    roomBytes: constant("what a cached place takes of FORECAST_CACHE_MB", "bytes", [roomBytes(packed)]),
    placeBytes: constant(`memory of a cached place, of ${CACHED}`, "bytes", [await cachedPlaceBytes(packed)]),
    unpackedBytes: constant("memory of a forecast cached unpacked besides", "bytes", [
      await unpackedBytes(packed),
    ]),
    redisPlaceBytes: constant("memory of Redis for a shared forecast", "bytes", of("redisBytes")),
  };
}

/** Does something with a cache of its own that shares forecasts, as another replica's. */
async function withSharing(
  source: WeatherSource,
  url: string,
  run: (forecasts: Forecasts) => Promise<number>,
): Promise<number> {
  const shared = createRedisForecasts({ url, onOutcome: () => undefined });
  const result = await run(createCachedSource({ source, clock: systemClock, bytesMax: BYTES_MAX, shared }));
  await shared.close();
  return result;
}

async function cpuUsOfAll(forecasts: Forecasts, first: number): Promise<number> {
  const left = Array.from({ length: FETCHES }, (_, i) => venueAt(first + i)).values();
  const before = process.cpuUsage();
  const ask = async () => {
    for (const place of left) await forecasts.forecast(place, new AbortController().signal);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / FETCHES;
}

function unpackingUs(packed: Uint8Array): number {
  const before = process.cpuUsage();
  for (let i = 0; i < FETCHES; i += 1) unpackForecast(packed);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / FETCHES;
}

async function cachedPlaceBytes(packed: Uint8Array): Promise<number> {
  const cache = createForecastCache({ bytesMax: BYTES_MAX, clock: systemClock });
  const bytes = await bytesOf(() => {
    for (let i = 0; i < CACHED; i += 1) {
      cache.add(venueAt(i), { packed: packed.slice(), fetchedAtMs: Date.now() });
    }
  });
  if (cache.get(venueAt(0)) === undefined) throw new Error("the first place was not cached any more");
  return bytes / CACHED;
}

/** By how many of many places find room. */
function roomBytes(packed: Uint8Array): number {
  const cache = createForecastCache({ bytesMax: ROOM, clock: systemClock });
  for (let i = 0; i < CACHED; i += 1) cache.add(venueAt(i), { packed, fetchedAtMs: Date.now() });
  let cached = 0;
  for (let i = 0; i < CACHED; i += 1) if (cache.get(venueAt(i)) !== undefined) cached += 1;
  return ROOM / cached;
}

async function unpackedBytes(packed: Uint8Array): Promise<number> {
  const forecasts: unknown[] = [];
  const bytes = await bytesOf(() => {
    for (let i = 0; i < UNPACKED; i += 1) forecasts.push(unpackForecast(packed));
  });
  return bytes / forecasts.length;
}

/** How much more memory is in use afterwards, garbage left out. */
async function bytesOf(fill: () => void): Promise<number> {
  const before = await bytesInUse();
  fill();
  return (await bytesInUse()) - before;
}

async function bytesInUse(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // What the first collection frees outside of the heap is given back by and by.
  collect();
  await delay(SWEEP_MS);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

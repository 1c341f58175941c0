// What every weather source promises, and how it reports each failure of its provider or of the network. What makes an
// answer unusable is in test/weather, for each provider.
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { HOUR_MS, type Clock } from "../../src/lib/time/clock.ts";
import { COLUMN_BOUNDS, COLUMN_NAMES, type HourlyWeather } from "../../src/weather/hourly-weather.ts";
import { PROVIDERS } from "../../src/weather/providers/providers.ts";
import { placeAt } from "../../src/lib/place.ts";
import { createSimulatedSource } from "../../src/weather/providers/simulated/source.ts";
import { WeatherError } from "../../src/weather/weather-error.ts";
import type { ClosableSource, WeatherSource } from "../../src/weather/weather-source.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";
import {
  createMisbehavingUpstream,
  createRefusingUrl,
  type Behaviour,
} from "../support/fakes/misbehaving-upstream.ts";
import { contractOf } from "../weather/providers/contract-of.ts";
import { providerSettings } from "../weather/providers/provider-settings.ts";
import { useProvider, type ReachedBy } from "../weather/use-provider.ts";

const PLACE = placeAt(59.91, 10.75);
const clock = createManualClock("2026-11-21T14:25:00Z");
const nowMs = clock.nowMs();

interface OpenOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

const contracts = await Promise.all(
  PROVIDERS.map(async (provider) => ({ provider, contract: await contractOf(provider.name) })),
);

const LISTED = contracts.map(({ provider, contract }) => ({
  name: provider.name,
  open: ({ url, ...options }: OpenOptions & ReachedBy): Promise<ClosableSource> => {
    const settings = providerSettings(contract.settings(url)) as Parameters<typeof provider.open>[0];
    const onWarning = (sentence: string) => {
      throw new Error(sentence);
    };
    return provider.open(settings, { ...options, budget: undefined, permits: undefined, onWarning });
  },
  payload: () => contract.payload({ nowMs, place: PLACE }),
}));

const SOURCES = [
  {
    name: "simulated",
    start: async () => ({ source: createSimulatedSource({ clock }), close: async () => undefined }),
  },
  ...LISTED.map(({ name, open, payload }) => ({
    name,
    /** A source whose provider answers. */
    start: async () => {
      const upstream = await createMisbehavingUpstream({ kind: "answer", body: payload() });
      const limits = { timeoutMs: 2_000, maxBodyBytes: 1024 * 1024 };
      const source = await open({ url: upstream.url, clock, ...limits, onFetch: () => undefined });
      const close = async () => {
        await source.close();
        await upstream.close();
      };
      return { source, close };
    },
  })),
];

describe.each(SOURCES)("$name as a weather source", ({ start }) => {
  let opened: Awaited<ReturnType<typeof start>>;
  let weather: HourlyWeather;

  beforeAll(async () => {
    opened = await start();
    weather = await opened.source.forecast(PLACE, new AbortController().signal);
  });
  afterAll(() => opened.close());

  test("answers whole hours without a break, with the current one among them", () => {
    expect(weather.startMs % HOUR_MS).toBe(0);
    expect(weather.startMs).toBeLessThanOrEqual(nowMs);
    expect(weather.startMs + weather.hours * HOUR_MS).toBeGreaterThan(nowMs);
    for (const name of COLUMN_NAMES) expect(weather[name]).toHaveLength(weather.hours);
  });

  test("knows temperature, wind and daylight of the current hour", () => {
    const current = Math.floor((nowMs - weather.startMs) / HOUR_MS);
    const { tempC, windKmh, isDay } = weather;
    for (const column of [tempC, windKmh, isDay]) expect(column[current]).not.toBeNaN();
  });

  test("knows whether it rains in the current hour", () => {
    const current = Math.floor((nowMs - weather.startMs) / HOUR_MS);
    const { rainMm, precipProbPct } = weather;
    const rain = [rainMm[current], precipProbPct[current]];
    expect(rain.every(Number.isNaN)).toBe(false);
  });

  test("has only values that are possible", () => {
    for (const name of COLUMN_NAMES) {
      const { min, max } = COLUMN_BOUNDS[name];
      const isWeather = (value: number) => Number.isNaN(value) || (value >= min && value <= max);
      expect(weather[name].every(isWeather)).toBe(true);
    }
  });

  test("has day or night for every hour", () => {
    expect(weather.isDay.every((value) => value === 0 || value === 1)).toBe(true);
  });

  test("names itself, and the past time at which the forecast was made", () => {
    expect(weather.source).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(weather.generatedAtMs).toBeLessThanOrEqual(nowMs);
  });

  test("ends a wait with the reason of the signal", async () => {
    const reason = new Error("the caller hung up");
    const wait = opened.source.forecast(PLACE, AbortSignal.abort(reason));
    await expect(wait).rejects.toBe(reason);
  });
});

const TIMEOUT_MS = 150;
const MAX_BODY_BYTES = 256 * 1024;
/** A loaded machine may be late, but not by as much as an unbounded wait would be. */
const PATIENCE_MS = 10_000;
const HTML = "<html><head><title>502 Bad Gateway</title></head></html>";

const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024));

/** For each misbehaviour: the kind of the caller's error, and the defect of the answer if there was one. */
function misbehaviours(json: string): readonly [string, Behaviour, string, string?][] {
  const answer = (body: unknown, status = 200, headers?: Record<string, string>): Behaviour => ({
    kind: "answer",
    body,
    status,
    headers: headers ?? {},
  });
  const gzip = { "content-encoding": "gzip" };
  return [
    ["headers that never come", { kind: "silent" }, "timeout"],
    ["a body that trickles in", { kind: "trickle", body: json.slice(0, 500) }, "timeout"],
    ["a body cut off in the middle", { kind: "cut", body: json }, "unreachable"],
    ["a body without end", { kind: "endless" }, "unusable", "too_large"],
    ["100 MB packed in 100 kB", answer(BOMB, 200, gzip), "unusable", "too_large"],
    ["broken gzip", answer("not packed", 200, gzip), "unusable", "not_json"],
    ["200 with HTML", answer(HTML), "unusable", "not_json"],
    ["200 with half of the JSON", answer(json.slice(0, 900)), "unusable", "not_json"],
    ["200 with other JSON", answer([{}]), "unusable", "shape"],
    ["429 with Retry-After", answer("", 429, { "retry-after": "40" }), "limited"],
    ["400", answer("", 400), "place_refused"],
    ["403", answer("", 403), "refused"],
    ["502 with HTML", answer(HTML, 502), "failed"],
  ];
}

describe.each(LISTED)("$name with a failing provider or network", ({ name, open: create, payload }) => {
  const used = useProvider(create, () => ({ kind: "answer", body: payload() }));
  const open = (timeoutMs: number, url = used.upstream.url) =>
    used.open({ url, clock, timeoutMs, maxBodyBytes: MAX_BODY_BYTES });

  /** Asks once; expects a failure in bounded time, and its report. */
  const expectFailure = async (source: WeatherSource, kind: string, defect?: string) => {
    const startedMs = performance.now();
    const failure = source.forecast(PLACE, new AbortController().signal);
    await expect(failure).rejects.toThrow(WeatherError);
    await expect(failure).rejects.toMatchObject({ kind, defect });
    expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
    expect(used.fetches).toEqual([{ source: name, outcome: kind, defect, seconds: expect.any(Number) }]);
  };

  // Only the cases that have to time out get a short timeout: on a busy machine the others take longer.
  const timeoutFor = (kind: string) => (kind === "timeout" ? TIMEOUT_MS : PATIENCE_MS);

  test.each(misbehaviours(JSON.stringify(payload())))("%s", async (_name, behaviour, kind, defect) => {
    used.upstream.behave(behaviour);
    await expectFailure(await open(timeoutFor(kind)), kind, defect);
    // The connection is closed, so nothing is read after the error.
    await vi.waitFor(() => expect(used.upstream.atOnce).toBe(0));
  });

  test("a connection refused", async () => {
    await expectFailure(await open(PATIENCE_MS, await createRefusingUrl()), "unreachable");
  });

  test("a compressed answer gives the same weather as a plain answer", async () => {
    const { signal } = new AbortController();
    const plain = await (await open(PATIENCE_MS)).forecast(PLACE, signal);
    const headers = { "content-encoding": "gzip" };
    used.upstream.behave({ kind: "answer", body: gzipSync(JSON.stringify(payload())), headers });
    const packed = await (await open(PATIENCE_MS)).forecast(PLACE, signal);
    expect(packed.source).toBe(name);
    expect(packed).toEqual(plain);
  });

  test("the caller's signal ends a fetch with its reason, and no fetch is reported", async () => {
    used.upstream.behave({ kind: "trickle", body: "{" });
    const source = await open(60_000);
    const caller = new AbortController();
    const waits = [PLACE, placeAt(1, 1)].map((place) => source.forecast(place, caller.signal));
    const reason = new Error("the caller hung up");
    caller.abort(reason);
    expect(await Promise.allSettled(waits)).toEqual(waits.map(() => ({ status: "rejected", reason })));
    await expect(source.forecast(PLACE, caller.signal)).rejects.toBe(reason);
    expect(used.fetches).toEqual([]);
  });

  test("closing ends the fetches in flight", async () => {
    used.upstream.behave({ kind: "silent" });
    const source = await open(60_000);
    const failed = expectFailure(source, "unreachable");
    await source.close();
    await failed;
  });
});

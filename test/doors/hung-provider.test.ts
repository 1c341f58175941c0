// A provider that hangs while one free key gives up a thousand calls: what other accounts notice.
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { expect, it, onTestFinished, vi } from "vitest";
import { FORECAST_ANSWER, startProvider, startWithDoors } from "./start-with-doors.ts";

const CACHED = [0, 0] as const;
const WAIT = { timeout: 15_000 };

/** The machine is shared: so much may come from whatever else runs on it. Behind a hanging provider calls take seconds. */
const NOISE_MS = 200;

type Point = readonly [lat: number, lng: number];

async function start() {
  const { upstream, settings } = await startProvider();
  const service = await startWithDoors(settings);
  // Connections of its own: those of calls that are given up are cut, and what waits for one waits for another.
  const agent = new Agent();
  onTestFinished(() => agent.close());
  const url = ([lat, lng]: Point) =>
    `http://127.0.0.1:${service.ports.http}/v1/forecast?lat=${lat}&lng=${lng}&days=1`;
  const { key } = await service.createCaller({ plan: "growth" });
  /** The other account's call. */
  const ask = async (point: Point) => {
    const { statusCode, body } = await request(url(point), {
      dispatcher: agent,
      headers: { "x-api-key": key },
    });
    await body.arrayBuffer();
    return statusCode;
  };
  /** So many calls of a free key, four at once, each given up after a few milliseconds. */
  const giveUp = async (count: number, pointOf: (call: number) => Point) => {
    const free = await service.createCaller({ plan: "free" });
    let call = 0;
    const inTurn = async () => {
      while (call < count) {
        call += 1;
        const signal = AbortSignal.timeout(4);
        const headers = { "x-api-key": free.key };
        await fetch(url(pointOf(call)), { headers, signal }).catch(() => undefined);
      }
    };
    await Promise.all([inTurn(), inTurn(), inTurn(), inTurn()]);
  };
  return { upstream, clock: service.clock, ask, giveUp };
}

/** In milliseconds, of calls one after the other; each has to be answered. */
async function p99Ms(ask: () => Promise<number>, count = 100): Promise<number> {
  const tookMs: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const startedMs = performance.now();
    expect(await ask()).toBe(200);
    tookMs.push(performance.now() - startedMs);
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(count * 0.99)] ?? Number.NaN;
}

it(
  "holds up no cached place, is tried every ten seconds, and new places are answered when it is back",
  { timeout: 90_000 },
  async () => {
    const { upstream, clock, ask, giveUp } = await start();
    expect(await ask(CACHED)).toBe(200);
    // The same calls, but for a place that needs no provider: what they cost the machine is no matter here.
    const harmless = giveUp(1_000, () => CACHED);
    const calmMs = await p99Ms(() => ask(CACHED));
    await harmless;

    upstream.behave({ kind: "silent" });
    const hungFrom = upstream.requests.length;
    const hungMs = performance.now();
    const flood = giveUp(1_000, (call) => [10 + (call % 60), call / 60]);
    expect(await p99Ms(() => ask(CACHED))).toBeLessThan(2 * calmMs + NOISE_MS);

    // With five more that fail the provider is left alone, and probed with a call of whoever comes first.
    const lost = await Promise.all([1, 2, 3, 4, 5].map((lng) => ask([-10, lng])));
    expect(lost).toEqual([503, 503, 503, 503, 503]);
    await flood;
    // Two at once of the free key, three seconds each, and the other account's five.
    const rounds = Math.ceil((performance.now() - hungMs) / 3_000);
    expect(upstream.requests.length - hungFrom).toBeLessThanOrEqual(2 * rounds + 5);
    for (let probe = 0; probe < 3; probe += 1) {
      const before = upstream.requests.length;
      clock.advance(10_000);
      expect(await ask([-20, probe])).toBe(503);
      expect(upstream.requests.length).toBe(before + 1);
    }

    upstream.behave(FORECAST_ANSWER);
    const again = giveUp(200, (call) => [20 + (call % 60), -1 - call / 60]);
    clock.advance(10_000);
    const before = upstream.requests.length;
    const untilAnswered = async (lng: number): Promise<number> => {
      while ((await ask([-30, lng])) !== 200) await sleep(100);
      return performance.now();
    };
    const answers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(untilAnswered));
    await vi.waitFor(() => expect(upstream.requests.length).toBeGreaterThan(before), WAIT);
    const probedMs = performance.now();
    expect(Math.max(...(await answers)) - probedMs).toBeLessThan(2_000);
    await again;
  },
);

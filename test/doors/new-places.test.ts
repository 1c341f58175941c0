// What one account may have fetched, as a provider sees it: callers who ask for what cannot be told, a site's first hour.
import { describe, expect, it } from "vitest";
import { placeAt } from "../../src/weather/place.ts";
import type { Behaviour } from "../support/misbehaving-upstream.ts";
import { NOW_MS } from "../support/test-service.ts";
import { metNorwayPayload } from "../weather/met-norway/payload.ts";
import { latitudesOf, openMeteoByPlace } from "../weather/open-meteo/by-place.ts";
import { faultsOf } from "./faults-of.ts";
import { METHODS } from "./methods.ts";
import { FORECAST_ANSWER, startProvider, startWithDoors } from "./start-with-doors.ts";

async function startBefore(behaviour: Behaviour) {
  const { upstream, settings } = await startProvider(behaviour);
  const service = await startWithDoors(settings);
  /** The status and Retry-After of a call for the place with that number. */
  const get = async (key: string, place: number) => {
    const query = `lat=${(place % 160) - 80}&lng=${Math.floor(place / 160)}&days=1`;
    const url = `http://127.0.0.1:${service.ports.http}/v1/forecast?${query}`;
    const response = await fetch(url, { headers: { "x-api-key": key } });
    await response.arrayBuffer();
    return { status: response.status, retryAfterSeconds: Number(response.headers.get("retry-after") ?? 0) };
  };
  return { ...service, upstream, get };
}

/** Asks for each of the places, some at once, again when Retry-After says; how many were refused how often. */
async function runJob(
  places: number,
  { atOnce, ask, wait }: JobOptions,
): Promise<{ readonly refusals: number; readonly statuses: ReadonlySet<number> }> {
  const left = Array.from({ length: places }, (_, place) => place);
  const statuses = new Set<number>();
  let refusals = 0;
  while (left.length > 0) {
    const batch = left.splice(0, atOnce);
    const outcomes = await Promise.all(batch.map(ask));
    const refused = batch.filter((_, i) => outcomes[i]?.status === 429);
    for (const { status } of outcomes) statuses.add(status);
    refusals += refused.length;
    left.unshift(...refused);
    if (refused.length > 0) wait(Math.max(...outcomes.map(({ retryAfterSeconds }) => retryAfterSeconds)));
  }
  return { refusals, statuses };
}

interface JobOptions {
  readonly atOnce: number;
  readonly ask: (place: number) => Promise<{ status: number; retryAfterSeconds: number }>;
  readonly wait: (seconds: number) => void;
}

describe("calls that are refused after the fetch, as the source tells no hours that are over", () => {
  const MINUTE_MS = 60_000;

  async function startBeforeMetNorway() {
    const { upstream } = await startProvider({ kind: "silent" });
    const metNorway = { metNorwayUrl: upstream.url, metNorwayUserAgent: "acme-bookings ops@acme.example" };
    const service = await startWithDoors({ weatherSources: ["met-norway"], ...metNorway });
    const { clock, ports } = service;
    const reply = ({ searchParams }: URL) => {
      const place = placeAt(Number(searchParams.get("lat")), Number(searchParams.get("lon")));
      return { body: metNorwayPayload({ nowMs: clock.nowMs(), place }) as unknown };
    };
    upstream.behave({ kind: "reply", reply });
    /** The status of a call for a session that began so many hours ago. */
    const ask = async (key: string, place: number, hoursAgo: number) => {
      const start = new Date(clock.nowMs() - hoursAgo * 60 * MINUTE_MS).toISOString().replace(/\.\d+Z/, "Z");
      const query = `lat=${place / 10}&lng=10&start_time=${start}&duration_minutes=60&ongoing=true`;
      const response = await fetch(`http://127.0.0.1:${ports.http}/v1/booking-confidence?${query}`, {
        headers: { "x-api-key": key },
      });
      await response.arrayBuffer();
      return response.status;
    };
    return { ...service, upstream, ask };
  }

  it(
    "cost a provider two bursts of the plan in a day, for ever new places, and count as none",
    { timeout: 60_000 },
    async () => {
      const { upstream, createCaller, callsOf, clock, ask } = await startBeforeMetNorway();
      const { key, accountId } = await createCaller({ plan: "free" });
      const statuses = new Set<number>();
      for (let call = 0; call < 24 * 8; call += 1) {
        statuses.add(await ask(key, call, 3));
        clock.advance((60 * MINUTE_MS) / 8);
      }
      expect([...statuses].toSorted()).toEqual([429, 503]);
      expect(upstream.requests.length).toBeLessThanOrEqual(100);
      expect(await callsOf(accountId)).toBe(0);
    },
  );
});

describe("the budget of new places", () => {
  it("refuses at every door with 429, when to come back and what to do, and is not counted", async () => {
    const { doors, createCaller, get, callsOf } = await startBefore(FORECAST_ANSWER);
    const { key, accountId } = await createCaller({ plan: "free" });
    const { statuses } = await runJob(50, {
      atOnce: 5,
      ask: (place) => get(key, place),
      wait: () => expect.unreachable(),
    });
    expect([...statuses]).toEqual([200]);
    const call = { method: METHODS.getForecast, request: { lat: 85, lng: 170 }, key };
    for (const { door, fault } of await faultsOf(doors, call)) {
      expect(fault, door).toMatchObject({ reason: "NEW_PLACES_LIMITED", retryAfterSeconds: 6 });
      expect(fault.sentence, door).toMatch(/50 new places at first, then 10 a minute.*in 6 seconds/);
    }
    expect(await callsOf(accountId)).toBe(50);
    // A place that is cached is not new.
    expect((await get(key, 7)).status).toBe(200);
  });

  it("lets a site of 500 venues on Growth have its first hour without a refusal", async () => {
    const { createCaller, get } = await startBefore(FORECAST_ANSWER);
    const { key } = await createCaller({ plan: "growth" });
    const ask = (place: number) => get(key, place);
    const { statuses } = await runJob(500, { atOnce: 20, ask, wait: () => undefined });
    expect([...statuses]).toEqual([200]);
  });

  it(
    "lets a nightly job of 3,000 places on Growth be done within 15 minutes, and none is new on the second night",
    { timeout: 400_000 },
    async () => {
      const reply = (url: URL) => ({ body: openMeteoByPlace(url, { nowMs: clock.nowMs() }) as unknown });
      const { createCaller, get, clock, upstream } = await startBefore({ kind: "reply", reply });
      const { key } = await createCaller({ plan: "growth" });
      const job = {
        atOnce: 40,
        ask: (place: number) => get(key, place),
        wait: (seconds: number) => clock.advance(seconds * 1000),
      };
      const first = await runJob(3_000, job);
      expect([...first.statuses].toSorted()).toEqual([200, 429]);
      expect(clock.nowMs() - NOW_MS).toBeLessThan(15 * 60_000);

      clock.advance(24 * 3_600_000);
      expect(await runJob(3_000, job)).toEqual({ refusals: 0, statuses: new Set([200]) });
      expect(upstream.requests.flatMap(({ url }) => latitudesOf(url))).toHaveLength(6_000);
    },
  );
});

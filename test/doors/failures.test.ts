// Failures of the service's own: every door tells the same fault, in bounded time, and none of them counts.
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { startRest } from "../../src/compose/start-service.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { faultsOf, INTERNALS } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";

const call = { method: METHODS.getForecast, request: LONDON };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const OVERLOADED = {
  code: "unavailable",
  reason: "OVERLOADED",
  sentence: "The service is asked more than it can answer at the moment. Try again in a few seconds.",
};

type LogLine = Readonly<Record<string, unknown>>;

function createLog() {
  const lines: LogLine[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) } };
}

let isSaturated = false;
const saturation = { isSaturated: () => isSaturated, start: () => undefined, stop: () => undefined };
beforeEach(() => {
  isSaturated = false;
});

const { lines, destination } = createLog();
const failing = { error: true, reason: "Something went wrong with s3cr3t." };
const { settings } = await startProvider({ kind: "answer", status: 500, body: failing }, afterAll);
const service = await useDoors(
  { ...settings, openMeteoApiKey: "s3cr3t", logLevel: "info" },
  { destination, saturation },
);
const { doors, metrics, store } = service;
const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });

describe("failures of the service's own", () => {
  it("no weather source can answer: unavailable, with a time to try again, and logged in its words without its key", async () => {
    const { key, accountId } = await service.createCaller();
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({ code: "unavailable", reason: "FORECAST_UNAVAILABLE" });
      expect(fault.retryAfterSeconds, door).toBeGreaterThan(0);
      expect(fault.sentence, door).not.toMatch(INTERNALS);
    }
    expect(await service.callsOf(accountId)).toBe(0);
    const reason = "open-meteo: status 500: Something went wrong with [key].";
    const told = { level: "warn", source: "open-meteo", kind: "failed", status: 500, reason, left_out: 0 };
    expect(lines.find(({ kind }) => kind !== undefined)).toMatchObject({ ...told, attempt: 1 });
    expect(lines.find(({ transition }) => transition !== undefined)).toMatchObject({
      level: "info",
      transition: "preferred",
      source: "open-meteo",
    });
    expect(JSON.stringify(lines)).not.toContain("s3cr3t");
  });

  it.each([
    {
      of: "nine days ago",
      payload: openMeteoPayload({ nowMs: NOW_MS - 9 * DAY_MS }),
      says: "hourly.time begins -216 hours",
    },
    {
      of: "another place",
      payload: openMeteoPayload({ nowMs: NOW_MS, place: { lat: 53.5, lng: -0.13 } }),
      says: "another place",
    },
  ])(
    "weather of $of is no weather of now and here: unavailable, and not counted",
    async ({ payload, says }) => {
      const { settings } = await startProvider({ kind: "answer", body: payload });
      const { lines, destination } = createLog();
      const replaying = await startWithDoors({ ...settings, logLevel: "info" }, { destination });
      const { key, accountId } = await replaying.createCaller();
      for (const { door, fault } of await faultsOf(replaying.doors, { ...call, key })) {
        expect(fault, door).toMatchObject({ code: "unavailable", reason: "FORECAST_UNAVAILABLE" });
        expect(fault.sentence, door).not.toMatch(INTERNALS);
      }
      expect(await replaying.callsOf(accountId)).toBe(0);
      expect(lines.find(({ kind }) => kind === "unusable")?.["reason"]).toContain(says);
    },
  );

  it("a weather code that is not known is logged once, and costs an answer no more than the code", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    payload.hourly["weather_code"] = payload.hourly["weather_code"]?.map(() => 10) ?? [];
    const { settings } = await startProvider(openMeteoAnywhere(payload));
    const { lines, destination } = createLog();
    const coded = await startWithDoors({ ...settings, logLevel: "info" }, { destination });
    const { key } = await coded.createCaller();
    for (const lat of [1, 2]) {
      const session = "start_time=2026-11-22T12:00:00Z&duration_minutes=60&sport=tennis&explain=true";
      const path = `/v1/booking-confidence?lat=${lat}&lng=0&${session}`;
      const body = await (await get(coded.ports.http, path, { "x-api-key": key })).text();
      expect(body).toContain('"visibility_m":');
      expect(body).not.toContain("weather_code");
    }
    const told = lines.filter(({ msg }) => String(msg).startsWith("a weather code that is not known"));
    expect(told).toMatchObject([{ level: "warn", source: "open-meteo", code: "10" }]);
  });

  it("a call that takes too long: deadline exceeded, and it is not counted", async () => {
    const { settings } = await startProvider({ kind: "silent" });
    const { doors, callsOf, createCaller } = await startWithDoors({ ...settings, callTimeoutMs: 50 });
    const { key, accountId } = await createCaller();
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({ code: "deadline_exceeded", reason: "DEADLINE_EXCEEDED" });
    }
    expect(await callsOf(accountId)).toBe(0);
  });
});

it("the log says at the start that the free host of a provider is for non-commercial use", async () => {
  const { lines, destination } = createLog();
  await startWithDoors({ weatherSources: ["open-meteo"], logLevel: "info" }, { destination });
  await vi.waitFor(() => expect(JSON.stringify(lines)).toContain("non-commercial use only"), {
    timeout: 15_000,
  });
});

describe("an overloaded service", () => {
  const PATH = "/v1/forecast?lat=1&lng=2";

  it("says on the operations ports how it is doing, and stays ready: taken out, it would leave its load to the others", async () => {
    isSaturated = true;
    for (const port of [service.ports.ops, service.sidecarOpsPort]) {
      for (const path of ["/livez", "/readyz", "/metrics"]) {
        expect((await get(port, path)).status, path).toBe(200);
      }
    }
  });

  it("is no line in the log of a sidecar that passes its refusals on, no more than other refusals, which its core logs", async () => {
    const { lines, destination } = createLog();
    const logger = createLogger({ level: "info", destination });
    const anyPort = { host: "127.0.0.1", port: 0 };
    const coreAddress = `127.0.0.1:${service.ports.grpc}`;
    const config = { ...configFromEnvironment({}), httpListen: anyPort, opsListen: anyPort, coreAddress };
    const idle = { ...saturation, isSaturated: () => false };
    const sidecar = await startRest(config, { clock: service.clock, logger, saturation: idle });
    onTestFinished(() => sidecar.stop());

    const ask = () => get(sidecar.ports.http, PATH, { "x-api-key": createApiKey() });
    expect((await ask()).status).toBe(401);
    isSaturated = true;
    const response = await ask();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ detail: OVERLOADED.sentence });
    expect(lines.filter(({ code }) => code === "unavailable" || code === "unauthenticated")).toEqual([]);
    // What it refuses itself no core logs.
    expect((await get(sidecar.ports.http, PATH)).status).toBe(401);
    expect(lines.filter(({ code }) => code === "unauthenticated")).toHaveLength(1);
  });
});

describe("a day's calls of a provider", () => {
  it("used up: a new place is 503 until midnight, a known one its last forecast for six hours; metrics and log tell it", async () => {
    const provider = await startProvider();
    const { lines, destination } = createLog();
    const limits = { providerCallsPerDay: 2, logLevel: "info" } as const;
    const budgeted = await startWithDoors({ ...provider.settings, ...limits }, { destination });
    const { key } = await budgeted.createCaller();
    const ask = async (lat: number) => {
      const path = `/v1/forecast?lat=${lat}&lng=0&days=1`;
      const response = await get(budgeted.ports.http, path, { "x-api-key": key });
      const { reason } = (await response.json()) as { reason?: string };
      return { status: response.status, reason, wait: response.headers.get("retry-after") };
    };
    const usedUp = { status: 503, reason: "PROVIDER_BUDGET_USED_UP" };
    expect([(await ask(10)).status, (await ask(20)).status]).toEqual([200, 200]);
    const untilMidnight = (Date.parse("2026-11-22T00:00:00Z") - NOW_MS) / 1_000;
    for (const lat of [30, 40]) expect(await ask(lat)).toEqual({ ...usedUp, wait: String(untilMidnight) });
    const told = await budgeted.metrics();
    expect(told).toContain('suitability_provider_calls_total{source="open-meteo",outcome="ok"} 2');
    expect(told).toContain('suitability_provider_budget_used_calls{source="open-meteo"} 2');
    expect(told).toContain('suitability_provider_budget_left_calls{source="open-meteo"} 0');
    expect(told).toMatch(/suitability_provider_budget_fresh_seconds\{source="open-meteo"\} \d+/);
    expect(told).toContain('suitability_weather_breaker_open{source="open-meteo"} 0');
    const ofBudget = lines.filter(({ msg }) => /day's provider calls/.test(String(msg)));
    expect(ofBudget.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("forecasts are fresh for longer"),
      expect.stringContaining("four fifths"),
      expect.stringContaining("used up"),
    ]);
    expect(ofBudget.at(-1)).toMatchObject({ source: "open-meteo", used: 2, calls_max: 2 });
    expect(JSON.stringify(lines)).not.toContain("a weather source did not answer");

    budgeted.clock.advance(5 * HOUR_MS);
    expect((await ask(10)).status).toBe(200);
    budgeted.clock.advance(1.1 * HOUR_MS);
    expect(await ask(10)).toMatchObject(usedUp);
    expect(provider.upstream.requests).toHaveLength(2);
    // The next day.
    budgeted.clock.advance(6 * HOUR_MS);
    provider.upstream.behave(openMeteoAnywhere(openMeteoPayload({ nowMs: budgeted.clock.nowMs() })));
    expect((await ask(10)).status).toBe(200);
  });
});

// The last, as the store does not come back.
describe("a store that cannot be reached", () => {
  const unavailableCalls = async () => {
    const counted = /^suitability_calls_total\{method="GetForecast",code="unavailable"\} (\d+)$/m;
    return Number(counted.exec(await metrics())?.[1] ?? 0);
  };

  it("is unavailable at every door, never a free answer and never 429, counted and logged as such", async () => {
    const { key } = await service.createCaller();
    await store.close();
    lines.length = 0;
    const before = await unavailableCalls();
    const told = { code: "unavailable", reason: "STORE_UNAVAILABLE" };
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({ ...told, retryAfterSeconds: 2 });
      expect(fault.sentence, door).not.toMatch(INTERNALS);
      expect(fault.headers.get("ratelimit"), door).toBeNull();
    }
    expect(await unavailableCalls()).toBe(before + doors.length);
    const logged = lines.filter(({ msg, role }) => msg === "call" && role === "all");
    expect(logged).toMatchObject(doors.map(() => told));
  });

  it("is not asked by an overloaded service, which refuses before it asks who calls or what was said, and counts that", async () => {
    isSaturated = true;
    const before = await unavailableCalls();
    const nonsense = { ...call, request: { lat: 100, lng: 200, days: 9 }, key: undefined };
    for (const { door, fault } of await faultsOf(doors, nonsense)) {
      expect(fault, door).toMatchObject(OVERLOADED);
      expect([1, 2, 3, 4, 5], door).toContain(fault.retryAfterSeconds);
    }
    expect(await unavailableCalls()).toBeGreaterThan(before);
    expect(await metrics()).toMatch(/suitability_throttled_total\{reason="overload"\} [1-9]/);
  });
});

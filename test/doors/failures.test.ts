// Failures of the service itself: every door reports the same fault, in bounded time, and the quota counts no failed call.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogLines } from "../support/fakes/log-lines.ts";
import { NOW_MS } from "../support/service/test-service.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";
import { faultOf, faultsOf, INTERNALS } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import {
  FORECAST_ANSWER,
  type ServiceWithDoors,
  startDoors,
  startProvider,
  startWithDoors,
  useDoors,
} from "./start-with-doors.ts";

const call = { method: METHODS.getForecast, request: LONDON };

const OVERLOADED = {
  code: "unavailable",
  reason: "OVERLOADED",
  sentence: "The service gets more calls than it can answer at the moment. Try again in a few seconds.",
};

let isSaturated = false;
const saturation = { isSaturated: () => isSaturated, start: () => undefined, stop: () => undefined };
beforeEach(() => {
  isSaturated = false;
});

const { lines, destination } = createLogLines();
const { settings } = await startProvider({ kind: "answer", status: 500, body: "down" }, afterAll);
const service = await useDoors({ ...settings, logLevel: "info" }, { destination, saturation });
const { doors, figureOf, store, get } = service;

describe("failures of the service itself", () => {
  it("no weather source can answer: unavailable, with a time to try again, and uncounted", async () => {
    const { key, accountId } = await service.createCaller();
    for (const { door, fault } of await faultsOf(doors, { ...call, key })) {
      expect(fault, door).toMatchObject({ code: "unavailable", reason: "FORECAST_UNAVAILABLE" });
      expect(fault.retryAfterSeconds, door).toBeGreaterThan(0);
      expect(fault.sentence, door).not.toMatch(INTERNALS);
    }
    expect(await service.callsOf(accountId)).toBe(0);
  });

  it("no weather source can answer: the provider's status is logged, and which provider is preferred", async () => {
    const { lines, destination } = createLogLines();
    const failing = await startWithDoors({ ...settings, logLevel: "info" }, { destination });
    const { key } = await failing.createCaller();
    expect(await failing.doors[0].call({ ...call, key })).toMatchObject({ kind: "fault" });
    const told = { level: "warn", source: "open-meteo", kind: "failed", status: 500, left_out: 0 };
    expect(lines.find(({ kind }) => kind !== undefined)).toMatchObject({ ...told, attempt: 1 });
    const preferred = { level: "info", transition: "preferred", source: "open-meteo" };
    expect(lines.find(({ transition }) => transition !== undefined)).toMatchObject(preferred);
  });

  it("a bug of ours: internal, logged once with its cause, which is not sent", async () => {
    const { key, accountId } = await service.createCaller();
    const definition = '{"id": "broken", "base": "quidditch"}';
    await store.setSport(accountId, { id: "broken", definition });
    lines.length = 0;
    const broken = { ...call, request: { ...LONDON, sport: "broken" }, key };
    const fault = await faultOf(doors, broken);
    expect(fault).toMatchObject({ code: "internal", reason: "INTERNAL", violations: [] });
    expect(fault.sentence).not.toContain("quidditch");
    const logged = lines.filter(({ err }) => err !== undefined);
    const message = expect.stringContaining(`sport broken of account ${accountId} is not valid`);
    expect(logged).toMatchObject(doors.map(() => ({ level: "error", err: { message } })));
    expect(logged[0]).toMatchObject({ request_id: fault.requestId });
  });

  it("a weather code that is not known is logged, and its hours are judged without it", async () => {
    const payload = openMeteoPayload({ nowMs: NOW_MS });
    payload.hourly["weather_code"] = payload.hourly["weather_code"]?.map(() => 10) ?? [];
    const { settings } = await startProvider(openMeteoAnywhere(payload));
    const { lines, destination } = createLogLines();
    const coded = await startWithDoors({ ...settings, logLevel: "info" }, { destination });
    const { key } = await coded.createCaller();
    expect((await coded.get("/v1/forecast?lat=1&lng=0", { key })).status).toBe(200);
    const told = lines.filter(({ msg }) => String(msg).startsWith("an unknown weather code"));
    expect(told).toMatchObject([{ level: "warn", source: "open-meteo", code: "10" }]);
  });

  it("a call that takes too long: deadline exceeded, and it is not counted", async () => {
    const { settings } = await startProvider({ kind: "silent" });
    const { doors, callsOf, createCaller } = await startWithDoors({ ...settings, callTimeoutMs: 50 });
    const { key, accountId } = await createCaller();
    const told = { code: "deadline_exceeded", reason: "DEADLINE_EXCEEDED" };
    expect(await faultOf(doors, { ...call, key })).toMatchObject(told);
    expect(await callsOf(accountId)).toBe(0);
  });
});

it("the log says at the start that the free host of a provider is for non-commercial use", async () => {
  const { lines, destination } = createLogLines();
  await startWithDoors({ weatherSources: ["open-meteo"], logLevel: "info" }, { destination });
  await vi.waitFor(() => expect(JSON.stringify(lines)).toContain("non-commercial use only"), {
    timeout: 15_000,
  });
});

it("an overloaded service stays alive and ready on the operations ports, because its load would otherwise fall on the other replicas", async () => {
  isSaturated = true;
  for (const port of [service.ports.ops, service.sidecarOpsPort]) {
    for (const path of ["/livez", "/readyz", "/metrics"]) {
      expect((await get(path, { port })).status, path).toBe(200);
    }
  }
});

describe("when a provider's calls of the day are used up", () => {
  const log = createLogLines();
  let budgeted: ServiceWithDoors;
  let ask: (lat: number) => Promise<{ status: number; reason: string | undefined; wait: string | null }>;

  beforeAll(async () => {
    const provider = await startProvider(FORECAST_ANSWER, afterAll);
    const providerSettings = { ...provider.settings.providerSettings, PROVIDER_CALLS_PER_DAY: 2 };
    budgeted = await startDoors(
      { ...provider.settings, providerSettings, logLevel: "info" },
      { destination: log.destination },
    );
    const { key } = await budgeted.createCaller();
    ask = async (lat) => {
      const response = await budgeted.get(`/v1/forecast?lat=${lat}&lng=0&days=1`, { key });
      const { reason } = (await response.json()) as { reason?: string };
      return { status: response.status, reason, wait: response.headers.get("retry-after") };
    };
    for (const lat of [10, 20]) await ask(lat);
    return budgeted.stop;
  });

  it("a place that is not cached gets 503 until midnight", async () => {
    const wait = String((Date.parse("2026-11-22T00:00:00Z") - NOW_MS) / 1_000);
    expect(await ask(30)).toEqual({ status: 503, reason: "PROVIDER_BUDGET_USED_UP", wait });
  });

  it("a place that is cached is answered", async () => {
    expect(await ask(10)).toMatchObject({ status: 200 });
  });

  it("the metrics say that none is left", async () => {
    const metrics = await budgeted.metrics();
    expect(metrics).toContain('suitability_provider_calls_total{source="open-meteo",outcome="ok"} 2');
    expect(metrics).toContain('suitability_provider_budget_left_calls{source="open-meteo"} 0');
  });

  it("the log says so, and blames no provider", () => {
    const ofBudget = log.lines.filter(({ msg }) => /day's provider calls/.test(String(msg)));
    expect(ofBudget.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("forecasts stay fresh for longer"),
      expect.stringContaining("four fifths"),
      expect.stringContaining("used up"),
    ]);
    expect(ofBudget.at(-1)).toMatchObject({ source: "open-meteo", used: 2, calls_max: 2 });
    expect(JSON.stringify(log.lines)).not.toContain("a weather source did not answer");
  });
});

// These tests come last, because the store does not come back.
describe("a store that cannot be reached", () => {
  const unavailableCalls = () => figureOf('calls_total{method="GetForecast",code="unavailable"}');

  const refusal = { code: "unavailable", reason: "STORE_UNAVAILABLE" };
  let key: string;
  beforeAll(async () => {
    ({ key } = await service.createCaller());
    await store.close();
  });

  it("makes every door answer unavailable, never free of charge and never with 429", async () => {
    const fault = await faultOf(doors, { ...call, key });
    expect(fault).toMatchObject({ ...refusal, retryAfterSeconds: 2 });
    expect(fault.headers.get("ratelimit")).toBeNull();
  });

  it("makes the metrics count each call as unavailable", async () => {
    const before = await unavailableCalls();
    await faultOf(doors, { ...call, key });
    expect(await unavailableCalls()).toBe(before + doors.length);
  });

  it("is the reason of each call in the log", async () => {
    lines.length = 0;
    await faultOf(doors, { ...call, key });
    const logged = lines.filter(({ msg, role }) => msg === "call" && role === "all");
    expect(logged).toMatchObject(doors.map(() => refusal));
  });

  it("is not queried by an overloaded service, which refuses and counts a call before it checks the key or the request", async () => {
    isSaturated = true;
    const before = await unavailableCalls();
    const nonsense = { ...call, request: { lat: 100, lng: 200, days: 9 }, key: undefined };
    for (const { door, fault } of await faultsOf(doors, nonsense)) {
      expect(fault, door).toMatchObject(OVERLOADED);
      expect([1, 2, 3, 4, 5], door).toContain(fault.retryAfterSeconds);
    }
    expect(await unavailableCalls()).toBeGreaterThan(before);
    expect(await figureOf('throttled_total{reason="overload"}')).toBeGreaterThan(0);
  });
});

// What keeps one caller, known or not, from harming the others.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { concurrentCallsByPlan } from "../../src/config/concurrent-calls.ts";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { NOW_MS, startTestService, type TestService } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import { allDoors } from "./all-doors.ts";
import type { Answer, Door, Fault } from "./door.ts";

const method = ForecastService.method.getForecast;
const request = { lat: 48.21, lng: 16.37, days: 1 };

const codeOf = (outcome: Answer | Fault) => (outcome.kind === "fault" ? outcome.code : "answer");

describe("wrong keys", () => {
  let service: TestService;
  let doors: readonly Door[];

  beforeEach(async () => {
    service = await startTestService();
    doors = allDoors(service.ports);
  });
  afterEach(async () => {
    await Promise.all(doors.map((door) => door.close()));
    await service.stop();
  });

  const tryWrongKeys = async (count: number) => {
    const [door] = doors;
    for (let i = 0; i < count; i += 1) {
      const outcome = await door?.call({ method, request, key: createApiKey() });
      expect(outcome?.kind).toBe("fault");
    }
  };

  it("more than 20 a minute from one address are refused at every door, before they cost a look-up", async () => {
    await tryWrongKeys(20);
    // A look-up would now fail in another way.
    await service.store.close();
    for (const door of doors) {
      const outcome = await door.call({ method, request, key: createApiKey() });
      expect(outcome, door.name).toMatchObject({ code: "resource_exhausted", retryAfterSeconds: 60 });
    }
  });

  it("do not stop the keys that were good before from the same address, nor anybody for longer than a minute", async () => {
    const familiar = await service.createCaller();
    const unfamiliar = await service.createCaller();
    const [door] = doors;
    const ask = async (key: string) => codeOf(await (door as Door).call({ method, request, key }));
    expect(await ask(familiar.key)).toBe("answer");
    await tryWrongKeys(20);
    expect(await ask(familiar.key)).toBe("answer");
    expect(await ask(unfamiliar.key)).toBe("resource_exhausted");
    service.clock.advance(60_000);
    expect(await ask(unfamiliar.key)).toBe("answer");
  });
});

describe("calls at once", () => {
  let upstream: MisbehavingUpstream;
  let service: TestService;
  let doors: readonly Door[];

  beforeEach(async () => {
    upstream = await createMisbehavingUpstream({ kind: "silent" });
    service = await startTestService({
      weatherSources: ["open-meteo"],
      openMeteoUrl: upstream.url,
      callTimeoutMs: 700,
      concurrentCalls: { ...concurrentCallsByPlan(), starter: 3 },
    });
    doors = allDoors(service.ports);
  });
  afterEach(async () => {
    await Promise.all(doors.map((door) => door.close()));
    await service.stop();
    await upstream.close();
  });

  it("beyond the plan's number are refused at once with the limit named, and others are not held up", async () => {
    const greedy = await service.createCaller({ plan: "starter" });
    const other = await service.createCaller({ plan: "starter" });
    const [door] = doors;
    const call = (key: string) => (door as Door).call({ method, request, key });

    const outcomes = await Promise.all(Array.from({ length: 8 }, () => call(greedy.key)));
    const codes = outcomes.map(codeOf).toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => "deadline_exceeded"),
      ...Array.from({ length: 5 }, () => "resource_exhausted"),
    ]);
    const refusal = outcomes.find((outcome) => codeOf(outcome) === "resource_exhausted") as Fault;
    expect(refusal.sentence).toMatch(/More than 3 calls.*limit of the Starter plan/);
    expect(refusal).toMatchObject({ retryAfterSeconds: 1, status: 429 });

    // The places are free again, whatever became of the calls that held them.
    upstream.behave({ kind: "answer", body: openMeteoPayload({ nowMs: NOW_MS }) });
    const warm = { ...request, lat: 1 };
    for (const key of [greedy.key, other.key]) {
      expect(codeOf(await (door as Door).call({ method, request: warm, key }))).toBe("answer");
    }
  });
});

describe("a caller behind proxies", () => {
  it("is told apart by X-Forwarded-For when the proxy is trusted", async () => {
    const service = await startTestService({ trustedProxies: ["loopback"] });
    for (let i = 0; i < 20; i += 1) {
      await wrongKeyFrom(service, "198.51.100.7");
    }
    expect(await wrongKeyFrom(service, "198.51.100.7")).toBe(429);
    expect(await wrongKeyFrom(service, "198.51.100.8")).toBe(401);
    await service.stop();
  });

  it("cannot pass for another by sending the header itself", async () => {
    const service = await startTestService();
    for (let i = 0; i < 20; i += 1) {
      await wrongKeyFrom(service, `198.51.100.${i}`);
    }
    expect(await wrongKeyFrom(service, "198.51.100.99")).toBe(429);
    await service.stop();
  });
});

/** The status of a call with a wrong key that claims to come from an address. */
async function wrongKeyFrom(service: TestService, forwardedFor: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=1&lng=2`, {
    headers: { "x-api-key": createApiKey(), "x-forwarded-for": forwardedFor },
  });
  await response.arrayBuffer();
  return response.status;
}

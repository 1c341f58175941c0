// What keeps one caller, known or not, from harming the others.
import { afterAll, describe, expect, it, vi } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { withConcurrentCalls } from "../../src/app/settings/concurrent-calls.ts";
import type { Answer, Door, Fault } from "./door.ts";
import { faultOf, faultsOf } from "./faults-of.ts";
import { METHODS } from "./methods.ts";
import { FORECAST_ANSWER, holdAnswers, startProvider, startWithDoors, useDoors } from "./start-with-doors.ts";
import { createLogLines } from "../support/fakes/log-lines.ts";

const method = METHODS.getForecast;
const request = { lat: 48.21, lng: 16.37, days: 1 };
const sports = { method: METHODS.listSports, request: {} };

const codeOf = (outcome: Answer | Fault) => (outcome.kind === "fault" ? outcome.code : "answer");

const NOT_COVERED = {
  kind: "answer",
  status: 400,
  body: { error: true, reason: "No data is available for this location" },
} as const;

const { upstream, settings } = await startProvider(FORECAST_ANSWER, afterAll);
// If a port listens to both address families, an IPv4 address arrives as ::ffff:127.0.0.1.
const listen = { host: "::", port: 0 };
const service = await useDoors({
  ...settings,
  plans: withConcurrentCalls(BUILT_IN_PLANS, { starter: 1, growth: 3 }),
  grpcListen: listen,
  httpListen: listen,
  trustedProxies: ["127.0.0.0/8"],
});
const { doors, clock, createCaller } = service;
const [door] = doors;

const throttled = (reason: string) => service.figureOf(`throttled_total{reason="${reason}"}`);

it("concurrent calls beyond the plan's limit are refused at once, and no other account's are", async () => {
  const { held, release } = holdAnswers();
  upstream.behave(held);
  const [greedy, other] = [await createCaller(), await createCaller()];
  const refusals: Fault[] = [];
  const call = async (key: string) => {
    const outcome = await door.call({ method, request, key });
    if (outcome.kind === "fault") refusals.push(outcome);
    return codeOf(outcome);
  };
  const outcomes = Array.from({ length: 8 }, () => call(greedy.key));
  outcomes.push(call(other.key));
  // They are refused while the provider has not answered anybody yet.
  await vi.waitFor(() => expect(refusals).toHaveLength(5), { timeout: 15_000 });
  expect(refusals[0]?.sentence).toMatch(/^3 calls of this account.*limit of the Growth plan/);
  expect(refusals[0]).toMatchObject({ retryAfterSeconds: 1, status: 429 });
  release();
  expect((await Promise.all(outcomes)).filter((code) => code === "answer")).toHaveLength(4);
  // The account may call again.
  expect(await call(greedy.key)).toBe("answer");
});

it("uncounted calls of an account beyond 20 at once are refused after a second at every door, and no other call is", async () => {
  const [greedy, other] = [await createCaller({ plan: "starter" }), await createCaller({ plan: "free" })];
  const { key } = greedy;
  const ask = () => door.call({ ...sports, key });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(answers.map(codeOf))).toEqual(new Set(["answer"]));
  const before = await throttled("uncounted_calls");
  const startedMs = performance.now();
  const asked = Promise.all(doors.map((each) => faultsOf([each], { ...sports, key })));
  const isThrottled = async () => expect(await throttled("uncounted_calls")).toBe(before + doors.length);
  await vi.waitFor(isThrottled, { timeout: 15_000 });
  // Calls that are held back do not count as concurrent calls. The plan allows one concurrent call.
  expect(codeOf(await door.call({ method, request, key }))).toBe("answer");
  expect(codeOf(await door.call({ ...sports, key: other.key }))).toBe("answer");
  for (const refusal of (await asked).flat()) {
    expect(refusal.fault, refusal.door).toMatchObject({
      code: "resource_exhausted",
      reason: "UNCOUNTED_CALLS_LIMITED",
      retryAfterSeconds: 1,
      sentence: expect.stringMatching(/20 uncounted calls .* at once, then 10 a second/) as string,
    });
  }
  expect(performance.now() - startedMs).toBeGreaterThan(950);
});

it("refusals of an account beyond 50 a second take a second each at every door, and no other account waits", async () => {
  const [greedy, other] = [await createCaller({ monthlyQuota: 0 }), await createCaller()];
  const refused = { method, request, key: greedy.key };
  for (let i = 0; i < 100; i += 1) expect(codeOf(await door.call(refused))).toBe("resource_exhausted");
  expect(await throttled("refusals")).toBe(0);
  const startedMs = performance.now();
  const late = Promise.all(doors.map((each) => each.call(refused)));
  expect(codeOf(await door.call({ ...refused, key: other.key }))).toBe("answer");
  expect((await late).map(codeOf)).toEqual(doors.map(() => "resource_exhausted"));
  expect(performance.now() - startedMs).toBeGreaterThan(950);
  expect(await throttled("refusals")).toBe(doors.length);
});

it("at every door a call for a new place beyond the budget gets a 429 that says when to try again, and is not counted", async () => {
  upstream.behave(FORECAST_ANSWER);
  const { key, accountId } = await createCaller({ plan: "free" });
  const at = (lat: number) => ({ method, request: { lat, lng: 170, days: 1 }, key });
  for (let lat = 0; lat < 50; lat += 1) expect(codeOf(await door.call(at(lat)))).toBe("answer");
  const fault = await faultOf(doors, at(85));
  expect(fault).toMatchObject({ status: 429, reason: "NEW_PLACES_LIMITED", retryAfterSeconds: 6 });
  expect(fault.sentence).toMatch(/50 new places at first, then 10 a minute.*in 6 seconds/);
  expect(await service.callsOf(accountId)).toBe(50);
  // A place that is cached is not new.
  expect(codeOf(await door.call(at(7)))).toBe("answer");
});

it("provider calls without a forecast are charged to the account that asked for the place, at every door", async () => {
  upstream.behave(NOT_COVERED);
  const { key, accountId } = await createCaller({ plan: "free" });
  const at = (lat: number) => ({ method, request: { lat, lng: -170, days: 1 }, key });
  for (let lat = 0; lat < 50; lat += 1) expect(codeOf(await door.call(at(lat)))).toBe("unavailable");
  const before = upstream.requests.length;
  // By now the account may ask for 50 new places again.
  clock.advance(10 * 60_000);
  const fault = await faultOf(doors, at(85));
  expect(fault.reason).toBe("NEW_PLACES_LIMITED");
  expect(fault.sentence).toMatch(/not answered: its plan allows 50 a day/);
  expect(upstream.requests.length).toBe(before);
  expect(await service.callsOf(accountId)).toBe(0);
  upstream.behave(FORECAST_ANSWER);
});

describe("a forwarded address", () => {
  /** Beyond this many wrong keys a minute, an address is throttled. */
  const WRONG_KEYS_MAX = 20;
  /** The outcome of a call with this forwarded address, with a wrong key unless a key is given. */
  const toldFrom = async (door: Door, forwardedFor: string, key = createApiKey()) => {
    const headers = { "x-forwarded-for": forwardedFor };
    return codeOf(await door.call({ method, request, key, headers }));
  };
  const useUp = async (door: Door, forwardedFor: (i: number) => string) => {
    for (let i = 0; i < WRONG_KEYS_MAX; i += 1) await toldFrom(door, forwardedFor(i));
  };

  it("is believed at every door if a trusted proxy sends it", async () => {
    await useUp(door, () => "198.51.100.7");
    for (const each of doors) {
      expect(await toldFrom(each, "198.51.100.7"), each.name).toBe("resource_exhausted");
      expect(await toldFrom(each, "198.51.100.8"), each.name).toBe("unauthenticated");
    }
  });

  it("that is throttled does not keep good keys from an answer, even those that were never seen", async () => {
    await useUp(door, () => "198.51.100.7");
    for (const each of doors) {
      const { key: neverSeen } = await createCaller();
      expect(await toldFrom(each, "198.51.100.7", neverSeen), each.name).toBe("answer");
    }
  });

  it("is not believed by default, even from this machine", async () => {
    const { doors } = await startWithDoors();
    await useUp(doors[0], (i) => `198.51.100.${i}`);
    for (const each of doors) {
      expect(await toldFrom(each, "198.51.100.99"), each.name).toBe("resource_exhausted");
    }
  });

  it("that is not believed is logged once by each door", async () => {
    const { lines, destination } = createLogLines();
    const { doors } = await startWithDoors({ logLevel: "warn" }, { destination });
    for (const each of [...doors, ...doors]) await toldFrom(each, "198.51.100.99");
    const ofHeader = lines.filter(({ msg }) => String(msg).startsWith("X-Forwarded-For is not believed"));
    expect(ofHeader.map(({ role, door }) => `${String(role)} ${String(door)}`).toSorted()).toEqual([
      "all grpc",
      "all http",
      "rest http",
    ]);
  });
});

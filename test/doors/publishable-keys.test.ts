// How each door treats publishable keys, which are the keys that web pages contain.
import { getOption } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it, vi } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { secretSha256, createApiKey } from "../../src/accounts/api-key.ts";
import { KEY_OPERATIONS, type KeyRestrictions } from "../../src/accounts/key.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { withConcurrentCalls } from "../../src/app/settings/concurrent-calls.ts";
import { issueKey } from "../accounts/issue-key.ts";
import type { Answer, Fault } from "./door.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, holdAnswers, startProvider, useDoors } from "./start-with-doors.ts";
import { openMeteoAnywhere } from "../weather/providers/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/providers/open-meteo/payload.ts";

const CLUB = "https://club.example";
const RESTRICTIONS: KeyRestrictions = {
  origins: ["https://www.club.example", CLUB],
  places: ["55.95,-3.19", "51.51,-0.13"],
  operations: ["forecast"],
  callsADay: 1_000,
};
const FORECAST = { method: METHODS.getForecast, request: { ...LONDON, days: 1 } };

/** The key of the service's own pages. */
const DEMO_KEY = createApiKey("wpk_");

const { upstream, settings } = await startProvider(FORECAST_ANSWER, afterAll);
const service = await useDoors({
  ...settings,
  demoKey: DEMO_KEY,
  corsOrigins: ["https://other.example"],
  plans: withConcurrentCalls(BUILT_IN_PLANS, { starter: 1 }),
});
const { doors, clock, store } = service;
const current = openMeteoAnywhere(() => openMeteoPayload({ nowMs: clock.nowMs() }));
upstream.behave(current);
const [door] = doors;

/** A publishable key of a new account, which also has a secret key. */
async function createPublishable({
  monthlyQuota = 100_000,
  ...change
}: Partial<KeyRestrictions> & { monthlyQuota?: number } = {}) {
  const { accountId, key: secret } = await service.createCaller({ plan: "starter", monthlyQuota });
  const restrictions = { ...RESTRICTIONS, ...change };
  const { apiKey: key } = await issueKey(store, accountId, { restrictions });
  const usage = () => service.callsOf(accountId);
  return { secret, key, headers: { origin: CLUB }, usage };
}

/** `answer`, or the reason of a refusal. */
const told = (outcome: Answer | Fault | undefined) =>
  outcome?.kind === "fault" ? outcome.reason : outcome?.kind;

const point = (lat: number, lng: number) => ({ ...FORECAST, request: { ...FORECAST.request, lat, lng } });

describe("a publishable key", () => {
  it("is accepted at every door from a page of its origins", async () => {
    const { key, headers, usage } = await createPublishable();
    for (const door of doors) {
      expect(told(await door.call({ ...FORECAST, key, headers })), door.name).toBe("answer");
    }
    expect(await usage()).toBe(doors.length);
  });

  it("is told its daily quota at every door, not its account's monthly quota", async () => {
    const { key, headers } = await createPublishable();
    for (const [i, door] of doors.entries()) {
      const outcome = await door.call({ ...FORECAST, key, headers });
      expect(outcome.headers.get("ratelimit-policy"), door.name).toBe('"day";q=1000;w=86400');
      expect(outcome.headers.get("ratelimit"), door.name).toBe(`"day";r=${999 - i};t=42000`);
    }
  });

  it.each<[what: string, headers: Record<string, string>, says: RegExp]>([
    ["a page of another origin", { origin: `${CLUB}.evil.example` }, /not for pages of this origin/],
    ["a caller that is no page", {}, /Origin header.*secret key \(wsk_…\)/],
  ])("is refused to %s at every door, in words that help, and the refusal is not counted", async (...row) => {
    const [, headers, says] = row;
    const { key, usage } = await createPublishable();
    const fault = await faultOf(doors, { ...FORECAST, key, headers });
    expect(fault).toMatchObject({ code: "permission_denied", status: 403, reason: "ORIGIN_NOT_ALLOWED" });
    expect(fault.sentence).toMatch(says);
    expect(fault.headers.get("ratelimit")).toBeNull();
    expect(await usage()).toBe(0);
  });

  it("is refused for a wrong parameter before it is refused for a place that is not its own", async () => {
    const { key, headers } = await createPublishable();
    const call = { ...FORECAST, request: { lat: 1, lng: 2, sport: "chess" }, key, headers };
    expect(told(await door.call(call))).toBe("UNKNOWN_SPORT");
  });

  it("shows the account's usage to nobody", async () => {
    const { key, headers } = await createPublishable();
    const usage = { method: METHODS.getUsage, request: {}, key, headers };
    expect((await faultOf(service.rpcDoors, usage)).reason).toBe("OPERATION_NOT_ALLOWED");
  });

  it("shows the account's sports only to pages of the key's origins", async () => {
    const { key, headers } = await createPublishable();
    const sports = { method: METHODS.listSports, request: {}, key };
    const outcome = await door.call({ ...sports, headers });
    expect([told(outcome), outcome.headers.get("ratelimit")]).toEqual(["answer", null]);
    expect(told(await door.call(sports))).toBe("ORIGIN_NOT_ALLOWED");
  });

  it("that makes too many uncounted calls does not use up its account's limit of uncounted calls", async () => {
    const { key, secret, headers } = await createPublishable();
    const sports = { method: METHODS.listSports, request: {} };
    for (let asked = 0; asked < 20; asked += 1) await door.call({ ...sports, key, headers });
    expect(told(await door.call({ ...sports, key, headers }))).toBe("UNCOUNTED_CALLS_LIMITED");
    expect(told(await door.call({ ...sports, key: secret }))).toBe("answer");
  });

  it("that is refused too fast does not hold its account's other calls back", async () => {
    const { key, secret, headers } = await createPublishable();
    const elsewhere = point(1, 2);
    const heldBack = () => service.figureOf('throttled_total{reason="refusals"}');
    for (let refused = 0; refused < 100; refused += 1) await door.call({ ...elsewhere, key, headers });
    const before = await heldBack();
    await door.call({ ...FORECAST, request: { lat: 91 }, key: secret });
    expect(await heldBack()).toBe(before);
    await door.call({ ...elsewhere, key, headers });
    expect(await heldBack()).toBe(before + 1);
  });

  it("with as many calls under way as its plan allows leaves room for calls with its account's secret key", async () => {
    const { held, release } = holdAnswers(current);
    upstream.behave(held);
    // After this time the cached forecast of the place is too old.
    clock.advance(7 * 3_600_000);
    const { key, secret, headers } = await createPublishable();
    const first = door.call({ ...FORECAST, key, headers });
    await vi.waitFor(() => expect(upstream.atOnce).toBe(1), { timeout: 15_000 });
    const second = await door.call({ ...FORECAST, key, headers });
    expect(told(second)).toBe("TOO_MANY_CALLS_AT_ONCE");
    expect(second).toMatchObject({
      sentence: expect.stringContaining("calls with this publishable API key"),
    });
    const own = door.call({ ...point(55.95, -3.19), key: secret });
    await vi.waitFor(() => expect(upstream.atOnce).toBe(2), { timeout: 15_000 });
    release();
    expect([told(await first), told(await own)]).toEqual(["answer", "answer"]);
  });

  it("can be given every counted operation of /v1 except ReviewBookings, by the operation's name in /v1", () => {
    const others = new Set(["ListSports", "ReviewBookings"]);
    const paths = Object.values(METHODS).flatMap((method) => {
      const path = getOption(method, http).pattern.value;
      // The operation of /v1/venues:rank is `venues`.
      return others.has(method.name) || path === undefined ? [] : [[String(path).split(":")[0], method.name]];
    });
    expect(paths).toEqual(Object.entries(KEY_OPERATIONS).map(([name, method]) => [`/v1/${name}`, method]));
  });
});

it("at every HTTP door only DEMO_KEY is accepted from the service's own pages, whose GETs have no Origin header", async () => {
  const { accountId } = await service.createCaller();
  const sha256 = secretSha256(DEMO_KEY);
  await store.addKey({
    accountId,
    prefix: "wpk_demo",
    sha256,
    label: undefined,
    restrictions: RESTRICTIONS,
  });
  const { key: another } = await createPublishable();
  const ownPage = { "sec-fetch-site": "same-origin" };
  const refused = "ORIGIN_NOT_ALLOWED";
  for (const each of doors) {
    const isHttp = each.name !== "grpc";
    const calls = [
      { key: DEMO_KEY, headers: ownPage },
      { key: DEMO_KEY, headers: ownPage, ...point(1, 2) },
      { key: DEMO_KEY, headers: { "sec-fetch-site": "cross-site" } },
      { key: DEMO_KEY, headers: { ...ownPage, origin: "https://evil.example" } },
      { key: another, headers: ownPage },
      // The service itself gives this origin to GETs of its own pages. No page can send it.
      ...(isHttp ? [{ key: another, headers: { origin: "same-origin" } }] : []),
    ];
    const outcomes = await Promise.all(calls.map((call) => each.call({ ...FORECAST, ...call })));
    const ofOwnPage = isHttp ? ["answer", "PLACE_NOT_ALLOWED"] : [refused, refused];
    const ofOthers = calls.slice(2).map(() => refused);
    expect(outcomes.map(told), each.name).toEqual([...ofOwnPage, ...ofOthers]);
  }
});

it("a page of a publishable key's origin may read answers and refusals with our headers, though CORS_ORIGINS names another origin", async () => {
  const { key, headers } = await createPublishable();
  for (const port of [service.ports.http, service.ports.sidecar]) {
    for (const [path, status] of [
      ["/v1/forecast?lat=51.5074&lng=-0.1278&days=1", 200],
      ["/v1/forecast?lat=1&lng=2", 403],
    ] as const) {
      const response = await service.get(path, { key, headers, port });
      expect(response.status).toBe(status);
      expect(response.headers.get("access-control-allow-origin"), path).toBe(CLUB);
      const readable = response.headers.get("access-control-expose-headers")?.split(", ");
      expect(readable).toEqual(
        expect.arrayContaining(["RateLimit", "Scoring-Model-Version", "Weather-Source"]),
      );
    }
  }
});

it("a publishable key whose calls of the day are used up is refused at every door until midnight", async () => {
  const { key, headers, usage } = await createPublishable({ callsADay: 1 });
  expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("answer");
  clock.goTo("2026-11-21T23:59:50.999Z");
  const fault = await faultOf(doors, { ...FORECAST, key, headers });
  const late = { code: "resource_exhausted", status: 429, reason: "DAILY_LIMIT", retryAfterSeconds: 10 };
  expect(fault).toMatchObject(late);
  expect(fault.sentence).toMatch(/all its calls of the day \(1\)\. .*2026-11-22 \(UTC\)/);
  expect(fault.headers.get("ratelimit-policy")).toBe('"day";q=1;w=86400');
  expect(fault.headers.get("ratelimit")).toBe('"day";r=0;t=10');
  expect(await usage()).toBe(1);
});

it("an account's other keys are answered when the calls of a publishable key's day are used up", async () => {
  const { key, secret, headers } = await createPublishable({ callsADay: 1 });
  await door.call({ ...FORECAST, key, headers });
  expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("DAILY_LIMIT");
  expect(told(await door.call({ ...FORECAST, key: secret }))).toBe("answer");
});

it("the refusal of a publishable key whose account has used up its month does not reveal the account's quota", async () => {
  const { key, headers } = await createPublishable({ monthlyQuota: 0 });
  const fault = await faultOf(doors, { ...FORECAST, key, headers });
  expect(fault.reason).toBe("MONTHLY_QUOTA_EXHAUSTED");
  expect(fault.headers.get("ratelimit")).toBeNull();
  expect(fault.sentence).toMatch(/^All requests of this calendar month are used\..*2026-12-01/);
});

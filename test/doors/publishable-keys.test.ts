// Keys that stand in pages: what each door makes of them.
import { getOption } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it, vi } from "vitest";
import { http } from "#gen/google/api/annotations_pb.ts";
import { secretSha256, createApiKey } from "../../src/accounts/api-key.ts";
import { CALLERS_CACHED_MS } from "../../src/accounts/serving-store.ts";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { KEY_OPERATIONS, type KeyRestrictions } from "../../src/accounts/key.ts";
import { BUILT_IN_PLANS } from "../../src/accounts/plans/built-in-plans.ts";
import { withConcurrentCalls } from "../../src/config/concurrent-calls.ts";
import type { Answer, DoorCall, Fault } from "./door.ts";
import { faultOf } from "./faults-of.ts";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, holdAnswers, startProvider, useDoors } from "./start-with-doors.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";

const CLUB = "https://club.example";
const RESTRICTIONS: KeyRestrictions = {
  origins: ["https://www.club.example", CLUB],
  places: ["55.95,-3.19", "51.51,-0.13"],
  operations: ["forecast"],
  callsADay: 1_000,
};
const FORECAST = { method: METHODS.getForecast, request: { ...LONDON, days: 1 } };

/** What the service's own pages ask with. */
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

/** A publishable key of a new account, which has a secret one too. */
async function createPublishable({
  monthlyQuota = 100_000,
  ...change
}: Partial<KeyRestrictions> & { monthlyQuota?: number } = {}) {
  const { accountId, key: secret } = await service.createCaller({ plan: "starter", monthlyQuota });
  const restrictions = { ...RESTRICTIONS, ...change };
  const issued = await issueApiKey({ store, accountId, restrictions });
  if (issued === undefined) throw new Error("the account just created is gone");
  const { key, apiKey } = issued;
  const usage = () => service.callsOf(accountId);
  return { accountId, secret, keyId: key.id, key: apiKey, headers: { origin: CLUB }, usage };
}

/** `answer`, or the reason of a refusal. */
const told = (outcome: Answer | Fault | undefined) =>
  outcome?.kind === "fault" ? outcome.reason : outcome?.kind;

const PERMISSION_DENIED = {
  code: "permission_denied",
  status: 403,
  violations: [],
  retryAfterSeconds: undefined,
};
const point = (lat: number, lng: number) => ({ ...FORECAST, request: { ...FORECAST.request, lat, lng } });

describe("a publishable key", () => {
  it("is good at every door for a page of its origins, and told of its own day instead of the account's month", async () => {
    const { key, headers, usage } = await createPublishable();
    for (const [i, door] of doors.entries()) {
      const outcome = await door.call({ ...FORECAST, key, headers });
      expect(told(outcome), door.name).toBe("answer");
      expect(outcome.headers.get("ratelimit-policy"), door.name).toBe('"day";q=1000;w=86400');
      expect(outcome.headers.get("ratelimit"), door.name).toBe(`"day";r=${999 - i};t=42000`);
    }
    expect(await usage()).toBe(doors.length);
  });

  type Misuse = { call?: Omit<DoorCall, "key">; origin?: string; reason: string; says: RegExp };
  const MISUSES: Readonly<Record<string, Misuse>> = {
    "an origin that begins like its own": {
      origin: `${CLUB}.evil.example`,
      reason: "ORIGIN_NOT_ALLOWED",
      says: /not for pages of this origin/,
    },
    "a page without an origin": { origin: "null", reason: "ORIGIN_NOT_ALLOWED", says: /origin/ },
    "a caller that is no page": {
      origin: "",
      reason: "ORIGIN_NOT_ALLOWED",
      says: /Origin header.*secret key \(wsk_…\)/,
    },
    "another operation": {
      call: { method: METHODS.rankSafeSlots, request: { ...LONDON, slots: ["2026-11-22T14:00:00Z"] } },
      reason: "OPERATION_NOT_ALLOWED",
      says: /good for forecast alone/,
    },
    "another operation, asked for nonsense": {
      call: { method: METHODS.getBookingConfidence, request: {} },
      reason: "OPERATION_NOT_ALLOWED",
      says: /forecast/,
    },
    "one of its places with lat and lng in each other's place": {
      call: point(-0.13, 51.51),
      reason: "PLACE_NOT_ALLOWED",
      says: /place -0\.13,51\.51 \(.*\)\. Are lat and lng swapped\? Ask for/,
    },
    "a place on the other side of the meridian": {
      call: point(51.51, 0.13),
      reason: "PLACE_NOT_ALLOWED",
      says: /51\.51,0\.13/,
    },
  };

  it.each(Object.entries(MISUSES))(
    "is refused to %s at every door, in words that help, and that counts for nothing",
    async (_name, { call = FORECAST, origin = CLUB, reason, says }) => {
      const { key, usage } = await createPublishable();
      const headers: Record<string, string> = origin === "" ? {} : { origin };
      const fault = await faultOf(doors, { ...call, key, headers });
      expect(fault).toMatchObject({ ...PERMISSION_DENIED, reason });
      expect(fault.sentence).toMatch(says);
      expect(fault.headers.get("ratelimit")).toBeNull();
      expect(await usage()).toBe(0);
    },
  );

  it("is told what makes no sense before it is told that the place is another", async () => {
    const { key, headers } = await createPublishable();
    const call = { ...FORECAST, request: { lat: 1, lng: 2, sport: "chess" }, key, headers };
    expect((await faultOf(doors, call)).reason).toBe("UNKNOWN_SPORT");
  });

  it("shows nobody the account's usage, and its sports to a page of its origins alone", async () => {
    const { key, headers } = await createPublishable();
    const usage = { method: METHODS.getUsage, request: {}, key, headers };
    expect((await faultOf(service.rpcDoors, usage)).reason).toBe("OPERATION_NOT_ALLOWED");
    const sports = { method: METHODS.listSports, request: {}, key };
    for (const door of doors) {
      const outcome = await door.call({ ...sports, headers });
      expect(told(outcome), door.name).toBe("answer");
      expect(outcome.headers.get("ratelimit"), door.name).toBeNull();
      expect(told(await door.call(sports)), door.name).toBe("ORIGIN_NOT_ALLOWED");
    }
  });

  it("that asks too often for what is not counted leaves its account's budget alone", async () => {
    const { key, secret, headers } = await createPublishable();
    const sports = { method: METHODS.listSports, request: {} };
    for (let asked = 0; asked < 20; asked += 1) await door.call({ ...sports, key, headers });
    expect(told(await door.call({ ...sports, key, headers }))).toBe("UNCOUNTED_CALLS_LIMITED");
    expect(told(await door.call({ ...sports, key: secret }))).toBe("answer");
  });

  it("with as many calls under way as its plan allows leaves room for its account's own", async () => {
    const { held, release } = holdAnswers(current);
    upstream.behave(held);
    // By then what is known of the place is too old.
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

  it("can be given every operation of /v1 that is counted, by the name it has there, but for a site's own reviews", () => {
    const others = new Set(["ListSports", "ReviewBookings"]);
    const paths = Object.values(METHODS).flatMap((method) => {
      const path = getOption(method, http).pattern.value;
      return others.has(method.name) || path === undefined ? [] : [[path, method.name]];
    });
    expect(paths).toEqual(Object.entries(KEY_OPERATIONS).map(([name, method]) => [`/v1/${name}`, method]));
  });
});

it("DEMO_KEY alone is good for the service's own pages, whose GETs have no Origin header, at every HTTP door", async () => {
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
  for (const each of doors) {
    const isHttp = !each.name.startsWith("grpc") || each.name.includes("web");
    const outcomes = [
      await each.call({ ...FORECAST, key: DEMO_KEY, headers: ownPage }),
      await each.call({ ...FORECAST, key: DEMO_KEY, headers: { "sec-fetch-site": "cross-site" } }),
      await each.call({
        ...FORECAST,
        key: DEMO_KEY,
        headers: { ...ownPage, origin: "https://evil.example" },
      }),
      await each.call({ ...FORECAST, key: another, headers: ownPage }),
      await each.call({ ...point(1, 2), key: DEMO_KEY, headers: ownPage }),
    ];
    const refused = "ORIGIN_NOT_ALLOWED";
    expect(outcomes.map(told), each.name).toEqual([
      isHttp ? "answer" : refused,
      refused,
      refused,
      refused,
      isHttp ? "PLACE_NOT_ALLOWED" : refused,
    ]);
    if (!isHttp) continue;
    const forged = await each.call({ ...FORECAST, key: another, headers: { origin: "same-origin" } });
    expect(told(forged), each.name).toBe(refused);
  }
});

it("a page of a publishable key's origin may read answers and refusals though CORS_ORIGINS names another, through a sidecar too", async () => {
  const { key, keyId, headers } = await createPublishable({ callsADay: 2 });
  const tell = async (port: number, path: string) => {
    const url = `http://127.0.0.1:${port}${path}`;
    const response = await fetch(url, { headers: { ...headers, "x-api-key": key } });
    expect(response.headers.get("access-control-allow-origin"), path).toBe(CLUB);
    const { reason } = (await response.json()) as { reason?: string };
    return [response.status, reason];
  };
  const london = "/v1/forecast?lat=51.5074&lng=-0.1278&days=1";
  for (const port of [service.ports.http, service.ports.sidecar]) {
    expect(await tell(port, london)).toEqual([200, undefined]);
    expect(await tell(port, "/v1/forecast?lat=1&lng=2")).toEqual([403, "PLACE_NOT_ALLOWED"]);
    expect(await tell(port, "/v1/forecast?lat=1")).toEqual([400, "INVALID_PARAMETER"]);
  }
  expect(await tell(service.ports.http, london)).toEqual([429, "DAILY_LIMIT"]);
  await store.revokeKey(keyId);
  clock.advance(CALLERS_CACHED_MS);
  expect(await tell(service.ports.sidecar, london)).toEqual([401, "KEY_UNKNOWN"]);
});

describe("the day of a publishable key", () => {
  it("ends with its last millisecond, at every door, and leaves the account's other keys alone", async () => {
    const goTo = (time: string) => clock.advance(Date.parse(time) - clock.nowMs());
    const callsADay = doors.length;
    const { key, secret, headers, usage } = await createPublishable({ callsADay });
    const askEverywhere = async () => {
      for (const each of doors) {
        expect(told(await each.call({ ...FORECAST, key, headers })), each.name).toBe("answer");
      }
    };
    await askEverywhere();

    goTo("2026-11-21T23:59:58.999Z");
    const fault = await faultOf(doors, { ...FORECAST, key, headers });
    const late = { code: "resource_exhausted", status: 429, reason: "DAILY_LIMIT", retryAfterSeconds: 2 };
    expect(fault).toMatchObject(late);
    expect(fault.sentence).toMatch(new RegExp(`All ${callsADay} calls.*2026-11-22 \\(UTC\\)`));
    expect(fault.headers.get("ratelimit-policy")).toBe(`"day";q=${callsADay};w=86400`);
    expect(fault.headers.get("ratelimit")).toBe('"day";r=0;t=2');
    expect(await usage()).toBe(callsADay);
    expect(told(await door.call({ ...FORECAST, key: secret }))).toBe("answer");

    goTo("2026-11-21T23:59:59.999Z");
    expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("DAILY_LIMIT");
    clock.advance(1);
    await askEverywhere();
    expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("DAILY_LIMIT");
    expect(await usage()).toBe(2 * callsADay + 1);
  });

  it("is over with the account's month, of which nothing more is told to the page", async () => {
    const { key, headers } = await createPublishable({ monthlyQuota: 7 });
    for (let call = 0; call < 7; call += 1)
      expect(told(await door.call({ ...FORECAST, key, headers }))).toBe("answer");
    const fault = await faultOf(doors, { ...FORECAST, key, headers });
    expect(fault.reason).toBe("MONTHLY_QUOTA_EXHAUSTED");
    expect(fault.headers.get("ratelimit")).toBeNull();
    expect(fault.sentence).toMatch(/^All requests of this calendar month are used\..*2026-12-01/);
  });

  it("once it is known to be over costs no provider a request", async () => {
    const { key, headers } = await createPublishable({ callsADay: 1 });
    const ask = async (place: object) =>
      told(await door.call({ ...FORECAST, request: { ...FORECAST.request, ...place }, key, headers }));
    expect([await ask({}), await ask({})]).toEqual(["answer", "DAILY_LIMIT"]);
    const fetched = upstream.requests.length;
    expect(await ask({ lat: 55.95, lng: -3.19 })).toBe("DAILY_LIMIT");
    expect(upstream.requests).toHaveLength(fetched);
  });
});

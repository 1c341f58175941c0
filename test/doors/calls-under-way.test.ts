// What happens while a call is sent or answered: its key is revoked, its caller gives up, it takes longer than that allows, its
// month ends, or the service is asked to stop.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLogLines } from "../support/log-lines.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoAnywhere } from "../weather/open-meteo/by-place.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
import type { Door } from "./door.ts";
import { forecastMessage, GET_FORECAST, openSession, rawCall } from "./grpc/raw-call.ts";
import { postToMcp, toolCall } from "./mcp/post-to-mcp.ts";
import { LONDON, METHODS } from "./methods.ts";
import {
  FORECAST_ANSWER,
  holdAnswers,
  startDoors,
  startProvider,
  startWithDoors,
  useDoors,
} from "./start-with-doors.ts";

const WAIT = { timeout: 15_000 };
const method = METHODS.getForecast;

interface LogLine {
  readonly msg: string;
  readonly role: string;
  readonly level: string;
  readonly request_id?: string;
}

const { lines, destination } = createLogLines<LogLine>();
const { upstream, settings } = await startProvider(FORECAST_ANSWER, afterAll);
const service = await useDoors({ ...settings, logLevel: "info" }, { destination });

describe("a key that is revoked while the call is sent", () => {
  const BODY = Buffer.from(JSON.stringify(LONDON));
  const MESSAGE = forecastMessage(LONDON);
  /** Sends half of a call, then the rest; tells its status. */
  type Send = (key: string, halfway: () => Promise<void>) => Promise<number | undefined>;

  const byConnect: Send = async (key, halfway) => {
    const headers = { "content-type": "application/json", "content-length": BODY.length, "x-api-key": key };
    const url = `http://127.0.0.1:${service.ports.http}${GET_FORECAST}`;
    const sent = httpRequest(url, { method: "POST", headers: { ...headers, expect: "100-continue" } });
    const response = once(sent, "response") as Promise<[IncomingMessage]>;
    // Sent when the service has taken the headers in.
    await once(sent, "continue");
    sent.write(BODY.subarray(0, 4));
    await halfway();
    sent.end(BODY.subarray(4));
    const [answer] = await response;
    answer.resume();
    return answer.statusCode;
  };
  const byGrpc: Send = async (key, halfway) => {
    const session = openSession(service.ports.grpc);
    const half = { bytes: MESSAGE.subarray(0, 4), isComplete: false, headers: { "x-api-key": key } };
    const { stream, ended } = rawCall(session, GET_FORECAST, half);
    await new Promise((resolve) => session.ping(resolve));
    await halfway();
    stream.end(MESSAGE.subarray(4));
    return (await ended).code;
  };

  it.each([
    { door: "connect", send: byConnect, answered: 200, refused: 401 },
    { door: "grpc", send: byGrpc, answered: 0, refused: 16 },
  ])("is refused when the call is complete: $door", async ({ send, answered, refused }) => {
    const { accountId, key, keyId } = await service.createCaller();
    expect(await send(key, async () => undefined)).toBe(answered);
    const revoke = async () => {
      await service.store.revokeKey(keyId);
      service.clock.advance(5_000);
    };
    expect(await send(key, revoke)).toBe(refused);
    expect(await service.callsOf(accountId)).toBe(1);
  });
});

describe("a call that waits for a provider", () => {
  let calls = 0;

  /** Makes a call for a place of its own, whose forecast the provider holds back until the test is over. */
  const startWaiting = async (code: string) => {
    const { held, release } = holdAnswers();
    upstream.behave(held);
    onTestFinished(() => release());
    const { key, accountId } = await service.createCaller();
    const id = `call-${(calls += 1)}`;
    const asked = upstream.requests.length;
    const countedAs = () => service.figureOf(`calls_total{method="GetForecast",code="${code}"}`);
    const counted = await countedAs();
    return {
      call: { method, request: { lat: calls, lng: 16.4 }, key, headers: { "x-request-id": id } },
      untilAsked: () => vi.waitFor(() => expect(upstream.requests.length).toBeGreaterThan(asked), WAIT),
      /** In metrics and log, of a sidecar too; and it is not counted. */
      untilTold: async (roles: readonly string[]) => {
        await vi.waitFor(() => {
          const told = lines
            .filter(({ msg, request_id }) => msg === "call" && request_id === id)
            .toSorted((a, b) => (a.role < b.role ? -1 : 1));
          expect(told).toMatchObject(roles.map((role) => ({ role, code, reason: code.toUpperCase() })));
        }, WAIT);
        expect(await countedAs()).toBe(counted + 1);
        expect(await service.callsOf(accountId)).toBe(0);
        expect(lines.filter(({ level }) => level === "error")).toEqual([]);
      },
    };
  };
  const rolesOf = ({ name }: Door) => (name.includes("sidecar") ? ["all", "rest"] : ["all"]);

  it.each(service.doors)("is CANCELED when it is given up: $name", async (door) => {
    const { call, untilAsked, untilTold } = await startWaiting("canceled");
    const gone = new AbortController();
    const outcome = door.call({ ...call, signal: gone.signal }).catch(() => undefined);
    await untilAsked();
    gone.abort();
    expect((await outcome)?.kind).not.toBe("answer");
    await untilTold(rolesOf(door));
  });

  it("is CANCELED when it is given up: mcp", async () => {
    const { call, untilAsked, untilTold } = await startWaiting("canceled");
    const gone = new AbortController();
    const headers = { ...call.headers, "x-api-key": call.key };
    const message = toolCall("get_forecast", call.request);
    const response = postToMcp(service.ports.http, message, headers, gone.signal).catch(() => undefined);
    await untilAsked();
    gone.abort();
    expect(await response).toBeUndefined();
    await untilTold(["all"]);
  });

  // Their clients look at no deadline: the service has to.
  const IN_300_MS = { "connect-timeout-ms": "300", "grpc-timeout": "300m" };

  it.each(service.doors.filter(({ name }) => /^(connect json|grpc-web)/.test(name)))(
    "is DEADLINE_EXCEEDED when it takes longer than its caller allows: $name",
    async (door) => {
      const { call, untilTold } = await startWaiting("deadline_exceeded");
      const outcome = await door.call({ ...call, headers: { ...call.headers, ...IN_300_MS } });
      expect(outcome).toMatchObject({ kind: "fault", code: "deadline_exceeded" });
      await untilTold(rolesOf(door));
    },
  );

  it("is DEADLINE_EXCEEDED when it takes longer than its caller allows: grpc", async () => {
    const { call, untilTold } = await startWaiting("deadline_exceeded");
    const headers = { ...call.headers, ...IN_300_MS, "x-api-key": call.key };
    const late = { bytes: forecastMessage(call.request), headers };
    const { ended } = rawCall(openSession(service.ports.grpc), GET_FORECAST, late);
    expect((await ended).code).toBe(4);
    await untilTold(["all"]);
  });
});

it("a call that is answered after the end of the month in which it began is counted in the next month at every door", async () => {
  const lastMomentMs = Date.parse("2026-11-30T23:59:59.900Z");
  const forecast = openMeteoAnywhere(openMeteoPayload({ nowMs: lastMomentMs }));
  const provider = await startProvider();
  const { doors, clock, store, createCaller } = await startWithDoors({
    ...provider.settings,
    callTimeoutMs: 60_000,
  });
  clock.advance(lastMomentMs - NOW_MS);
  for (const [i, door] of doors.entries()) {
    const { key, accountId } = await createCaller({ plan: "starter", monthlyQuota: 1 });
    await store.spend({ accountId, month: "2026-11", day: 30, method: "GetForecast", quota: 1 });
    const release = Promise.withResolvers<void>();
    provider.upstream.behave({ ...forecast, after: release.promise });
    const request = { lat: 10 + i, lng: 10, days: 1 };
    const called = door.call({ method, request, key });
    await vi.waitFor(() => expect(provider.upstream.atOnce).toBe(1), WAIT);
    clock.advance(200);
    release.resolve();
    const outcome = await called;
    clock.advance(-200);
    expect(outcome, door.name).toMatchObject({ kind: "answer" });
    expect(outcome.headers.get("ratelimit-policy"), door.name).toBe('"month";q=1;w=2678400');
    expect(outcome.headers.get("ratelimit"), door.name).toBe('"month";r=0;t=2678400');
    expect(await store.usage(accountId, "2026-11"), door.name).toMatchObject([{ calls: 1 }]);
    expect(await store.usage(accountId, "2026-12"), door.name).toMatchObject([
      { day: "2026-12-01", method: "GetForecast", calls: 1 },
    ]);
  }
});

it("a service that stops answers and counts the calls under way at every door, takes no new ones, and is not ready meanwhile", async () => {
  const { held, release } = holdAnswers();
  const provider = await startProvider(held);
  const { doors, ports, createCaller, stop } = await startDoors({
    ...provider.settings,
    drainTimeoutMs: 15_000,
  });
  const { key } = await createCaller();
  // Through a sidecar calls come from its own drain; these are the service's.
  const own = doors.filter(({ name }) => !name.includes("sidecar"));
  const calls = own.map((door, i) => door.call({ method, request: { ...LONDON, lat: i }, key }));
  await vi.waitFor(() => expect(provider.upstream.atOnce).toBe(own.length), WAIT);

  const stopped = stop();
  const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await vi.waitFor(() => expect(get(ports.http, "/v1/forecast")).rejects.toThrow("fetch failed"), WAIT);
  const readiness = await get(ports.ops, "/readyz");
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toEqual({ status: "not ready", reason: "draining" });

  release();
  for (const { kind, headers } of await Promise.all(calls)) {
    expect([kind, headers.has("ratelimit")]).toEqual(["answer", true]);
  }
  await stopped;
  await expect(get(ports.ops, "/livez")).rejects.toThrow("fetch failed");
});

// What happens while a call is sent or answered: its key is revoked, its caller gives up, its deadline passes, or the
// service is asked to stop.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { CALLERS_CACHED_MS } from "../../src/accounts/serving-store.ts";
import { createLogLines } from "../support/fakes/log-lines.ts";
import type { Door } from "./door.ts";
import { forecastMessage, GET_FORECAST, openSession, rawCall } from "./grpc/raw-call.ts";
import { LONDON, METHODS } from "./methods.ts";
import { FORECAST_ANSWER, holdAnswers, startDoors, startProvider, useDoors } from "./start-with-doors.ts";

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

it("a key that is revoked while the call is sent is refused when the call is complete", async () => {
  const body = Buffer.from(JSON.stringify(LONDON));
  /** Sends half of a call, awaits `halfway`, sends the rest, and returns the status. */
  const send = async (key: string, halfway: () => Promise<void>) => {
    const headers = { "content-type": "application/json", "content-length": body.length, "x-api-key": key };
    const url = `http://127.0.0.1:${service.ports.http}${GET_FORECAST}`;
    const sent = httpRequest(url, { method: "POST", headers: { ...headers, expect: "100-continue" } });
    const response = once(sent, "response") as Promise<[IncomingMessage]>;
    // The service sends this when it has read the headers.
    await once(sent, "continue");
    sent.write(body.subarray(0, 4));
    await halfway();
    sent.end(body.subarray(4));
    const [answer] = await response;
    answer.resume();
    return answer.statusCode;
  };
  const { key, keyId } = await service.createCaller();
  expect(await send(key, async () => undefined)).toBe(200);
  const revoke = async () => {
    await service.store.revokeKey(keyId);
    service.clock.advance(CALLERS_CACHED_MS);
  };
  expect(await send(key, revoke)).toBe(401);
});

describe("a call that waits for a provider", () => {
  let calls = 0;

  /** Prepares a call for a place that no other call uses. The provider holds its forecast back until the test is over. */
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
      /** Waits until the logs of these roles and the metrics have the call. Checks that the quota does not count it. */
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
  const rolesOf = ({ name }: Pick<Door, "name">) => (name.includes("sidecar") ? ["all", "rest"] : ["all"]);

  it.each(service.doors)("is CANCELED when it is given up: $name", async (door) => {
    const { call, untilAsked, untilTold } = await startWaiting("canceled");
    const gone = new AbortController();
    const given = door.call({ ...call, signal: gone.signal }).catch(() => undefined);
    await untilAsked();
    gone.abort();
    expect(await given).not.toMatchObject({ kind: "answer" });
    await untilTold(rolesOf(door));
  });

  // The clients of these doors enforce no deadline, so the service must.
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

it("a stopping service takes no new calls, but answers and counts those under way at every door", async () => {
  const { held, release } = holdAnswers();
  const provider = await startProvider(held);
  const stopping = await startDoors({ ...provider.settings, drainTimeoutMs: 15_000 });
  const { key } = await stopping.createCaller();
  // A sidecar drains the calls that come through it. This test is about the service's own doors.
  const own = stopping.doors.filter(({ name }) => !name.includes("sidecar"));
  const calls = own.map((door, i) => door.call({ method, request: { ...LONDON, lat: i }, key }));
  await vi.waitFor(() => expect(provider.upstream.atOnce).toBe(own.length), WAIT);
  const stopped = stopping.stop();
  await vi.waitFor(() => expect(stopping.get("/v1/forecast")).rejects.toThrow("fetch failed"), WAIT);
  release();
  for (const { kind, headers } of await Promise.all(calls)) {
    expect([kind, headers.has("ratelimit")]).toEqual(["answer", true]);
  }
  await stopped;
});

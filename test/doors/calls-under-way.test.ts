// What happens while a call is sent or answered: its key is revoked, its caller gives up, it takes longer than that allows, its
// month ends, or the service is asked to stop.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { NOW_MS } from "../support/test-service.ts";
import { openMeteoPayload } from "../weather/open-meteo/payload.ts";
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
const PATH = "/suitability.v1.ForecastService/GetForecast";
/** As each way in writes it down. */
function messageFor(lat: number) {
  const message = create(GetForecastRequestSchema, { lat, lng: 16.4 });
  const binary = toBinary(GetForecastRequestSchema, message);
  return {
    json: Buffer.from(toJsonString(GetForecastRequestSchema, message)),
    framed: Buffer.from([0, 0, 0, 0, binary.length, ...binary]),
  };
}

interface RawCall {
  readonly port: number;
  readonly lat: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Awaited when half of the body is sent. */
  readonly halfway?: () => Promise<void>;
  /** Aborted to give the call up; the caller itself looks at no deadline. */
  readonly signal?: AbortSignal;
}

/** What the service says, status and headers and body, as text; empty of a call that was given up. */
type Send = (call: RawCall) => Promise<string>;

const http =
  (contentType: string, bodyFor: (lat: number) => Buffer, path = PATH): Send =>
  async ({ port, lat, headers, halfway, signal }) => {
    const body = bodyFor(lat);
    const sent = httpRequest({
      host: "127.0.0.1",
      port,
      method: body.length === 0 ? "GET" : "POST",
      path: `${path}${body.length === 0 ? lat : ""}`,
      ...(signal && { signal }),
      headers: {
        ...headers,
        "content-type": contentType,
        accept: "application/json, text/event-stream",
        ...(halfway && { expect: "100-continue", "content-length": body.length }),
      },
    });
    try {
      const response = once(sent, "response") as Promise<[IncomingMessage]>;
      if (halfway !== undefined) {
        // Sent when the service has taken the headers in.
        await once(sent, "continue");
        sent.write(body.subarray(0, 4));
        await halfway();
      }
      sent.end(halfway === undefined ? body : body.subarray(4));
      const [answer] = await response;
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      return `${answer.statusCode} ${JSON.stringify(answer.headers)} ${Buffer.concat(chunks).toString("latin1")}`;
    } catch {
      return "";
    }
  };

const grpc: Send = async ({ port, lat, headers, halfway, signal }) => {
  const { framed } = messageFor(lat);
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const fixed = { ":method": "POST", ":path": PATH, "content-type": "application/grpc", te: "trailers" };
  const stream = session.request({ ...fixed, ...headers });
  let status = "";
  for (const event of ["response", "trailers"] as const) {
    stream.on(event, (received) => (status += JSON.stringify(received)));
  }
  signal?.addEventListener("abort", () => stream.close(8));
  stream.on("error", () => undefined);
  stream.write(framed.subarray(0, 4));
  if (halfway !== undefined) {
    await new Promise((resolve) => session.ping(resolve));
    await halfway();
  }
  stream.end(framed.subarray(4));
  await once(stream.resume(), "close");
  session.destroy();
  return status;
};

const CONNECT = {
  door: "connect",
  send: http("application/json", (lat) => messageFor(lat).json),
  /** How the door says that a call may take 300 ms. */
  deadline: { "connect-timeout-ms": "300" },
  answered: /^200 /,
  late: /^504 .*deadline_exceeded/,
  unknownKey: /^401 /,
};
const GRPC = {
  deadline: { "grpc-timeout": "300m" },
  answered: /grpc-status"?: ?"?0/,
  late: /grpc-status"?: ?"?4/,
  unknownKey: /grpc-status"?: ?"?16/,
};
const TIMED = [
  { ...CONNECT, port: "http" },
  { ...CONNECT, port: "sidecar" },
  {
    ...GRPC,
    door: "grpc-web",
    port: "http",
    send: http("application/grpc-web+proto", (lat) => messageFor(lat).framed),
  },
  { ...GRPC, door: "grpc", port: "grpc", send: grpc },
] as const;

const rest = http("application/json", () => Buffer.of(), "/v1/forecast?lng=16.4&lat=");
const mcp = http(
  "application/json",
  (lat) => {
    const params = { name: "get_forecast", arguments: { lat, lng: 16.4 } };
    return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  },
  "/mcp",
);
/** Doors without a word for a deadline. */
const TIMELESS = [
  { door: "rest", port: "http", send: rest },
  { door: "rest", port: "sidecar", send: rest },
  { door: "mcp", port: "http", send: mcp },
] as const;

interface LogLine {
  readonly msg: string;
  readonly role: string;
  readonly level: string;
  readonly request_id?: string;
}

const lines: LogLine[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
const { upstream, settings } = await startProvider(FORECAST_ANSWER, afterAll);
const service = await useDoors({ ...settings, logLevel: "info" }, { destination });

describe("a key that is revoked while the call is sent", () => {
  it.each(TIMED)("is refused when the call is complete: $door, at port $port", async (row) => {
    const { port, send, answered, unknownKey } = row;
    const { accountId, key, keyId } = await service.createCaller();
    const call = { port: service.ports[port], lat: 48.2, headers: { "x-api-key": key } };
    expect(await send({ ...call, halfway: async () => undefined })).toMatch(answered);
    const halfway = async () => {
      await service.store.revokeKey(keyId);
      service.clock.advance(5_000);
    };
    expect(await send({ ...call, halfway })).toMatch(unknownKey);
    expect(await service.callsOf(accountId)).toBe(1);
  });
});

describe("a call that waits for a provider", () => {
  let calls = 0;

  /** A call for a place of its own, whose forecast the provider holds back until the test is over. */
  const startWaiting = async () => {
    const { held, release } = holdAnswers();
    upstream.behave(held);
    onTestFinished(() => release());
    const { key, accountId } = await service.createCaller();
    const id = `call-${(calls += 1)}`;
    const before = upstream.requests.length;
    return {
      call: { lat: calls, headers: { "x-api-key": key, "x-request-id": id } },
      untilAsked: () => vi.waitFor(() => expect(upstream.requests.length).toBeGreaterThan(before), WAIT),
      /** In metrics and log, of a sidecar too; and it is not counted. */
      untilToldAs: async (code: string, port: string) => {
        const roles = port === "sidecar" ? ["all", "rest"] : ["all"];
        await vi.waitFor(() => {
          const told = lines
            .filter(({ msg, request_id }) => msg === "call" && request_id === id)
            .toSorted((a, b) => (a.role < b.role ? -1 : 1));
          expect(told).toMatchObject(roles.map((role) => ({ role, code, reason: code.toUpperCase() })));
        }, WAIT);
        expect(await service.callsOf(accountId)).toBe(0);
        expect(lines.filter(({ level }) => level === "error")).toEqual([]);
      },
    };
  };
  const countedAs = async (code: string) => {
    const series = new RegExp(
      `^suitability_calls_total\\{method="GetForecast",code="${code}"\\} (\\d+)$`,
      "m",
    );
    return Number(series.exec(await service.metrics())?.[1] ?? 0);
  };

  it.each([...TIMELESS, ...TIMED])("is CANCELED when it is given up: $door, at port $port", async (row) => {
    const { port, send } = row;
    const { call, untilAsked, untilToldAs } = await startWaiting();
    const before = await countedAs("canceled");
    const gone = new AbortController();
    const sent = send({ ...call, port: service.ports[port], signal: gone.signal });
    await untilAsked();
    gone.abort();
    await sent;
    await untilToldAs("canceled", port);
    expect(await countedAs("canceled")).toBe(before + 1);
  });

  it.each(TIMED)(
    "is DEADLINE_EXCEEDED when it takes longer than its caller allows: $door, at port $port",
    async ({ port, send, deadline, late }) => {
      const { call, untilToldAs } = await startWaiting();
      const before = await countedAs("deadline_exceeded");
      const headers = { ...call.headers, ...deadline };
      expect(await send({ ...call, port: service.ports[port], headers })).toMatch(late);
      await untilToldAs("deadline_exceeded", port);
      expect(await countedAs("deadline_exceeded")).toBe(before + 1);
    },
  );
});

describe("a call that begins before the end of a month and is answered after it", () => {
  it("is counted and told in the next month at every door, also to an account that was used up", async () => {
    const lastMomentMs = Date.parse("2026-11-30T23:59:59.900Z");
    const body = openMeteoPayload({ nowMs: lastMomentMs });
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
      provider.upstream.behave({ kind: "answer", body, after: release.promise });
      const request = { lat: 10 + i, lng: 10, days: 1 };
      const called = door.call({ method: METHODS.getForecast, request, key });
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
});

describe("a service that is asked to stop", () => {
  it("answers and counts the calls under way at every door, takes no new ones, and says so until they are over", async () => {
    const { held, release } = holdAnswers();
    const provider = await startProvider(held);
    const { doors, ports, createCaller, stop } = await startDoors({
      ...provider.settings,
      drainTimeoutMs: 15_000,
    });
    const { key } = await createCaller();
    // Through a sidecar calls come from its own drain; these are the service's.
    const own = doors.filter(({ name }) => !name.includes("sidecar"));
    const calls = own.map((door, i) =>
      door.call({ method: METHODS.getForecast, request: { ...LONDON, lat: i }, key }),
    );
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
});

// What happens while a call is sent or answered: its key is revoked, its caller gives up, or it takes longer than that allows.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import type { MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { startTestService, type TestService } from "../support/test-service.ts";
import { startProvider, useDoors } from "./start-with-doors.ts";

const WAIT = { timeout: 15_000 };
const PATH = "/suitability.v1.ForecastService/GetForecast";
const place = { lat: 48.2, lng: 16.4 };
const message = create(GetForecastRequestSchema, place);
const json = Buffer.from(toJsonString(GetForecastRequestSchema, message));
const binary = Buffer.from(toBinary(GetForecastRequestSchema, message));
const framed = Buffer.from([0, 0, 0, 0, binary.length, ...binary]);

interface RawCall {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Awaited when half of the body is sent. */
  readonly halfway?: () => Promise<void>;
  /** Aborted to give the call up; the caller itself looks at no deadline. */
  readonly signal?: AbortSignal;
}

/** What the service says, status and headers and body, as text; empty of a call that was given up. */
type Send = (call: RawCall) => Promise<string>;

const http =
  (method: string, path: string, contentType?: string, body = Buffer.of()): Send =>
  async ({ port, headers, halfway, signal }) => {
    const sent = httpRequest({
      host: "127.0.0.1",
      port,
      method,
      path,
      ...(signal && { signal }),
      headers: {
        ...headers,
        ...(contentType && { "content-type": contentType, accept: "application/json, text/event-stream" }),
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

const grpc: Send = async ({ port, headers, halfway, signal }) => {
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
  ports: ["http", "sidecar"],
  /** How the door says that a call may take 300 ms. */
  deadline: { "connect-timeout-ms": "300" },
  answered: /^200 /,
  late: /^504 .*deadline_exceeded/,
  unknownKey: /^401 /,
} as const;
const GRPC = {
  deadline: { "grpc-timeout": "300m" },
  answered: /grpc-status"?: ?"?0/,
  late: /grpc-status"?: ?"?4/,
  unknownKey: /grpc-status"?: ?"?16/,
} as const;
const DOORS = [
  { ...CONNECT, door: "connect json", send: http("POST", PATH, "application/json", json) },
  { ...CONNECT, door: "connect binary", send: http("POST", PATH, "application/proto", binary) },
  {
    ...GRPC,
    door: "grpc-web",
    ports: ["http", "sidecar"],
    send: http("POST", PATH, "application/grpc-web+proto", framed),
  },
  { ...GRPC, door: "grpc", ports: ["grpc"], send: grpc },
] as const;
const AT_PORTS = DOORS.flatMap(({ ports, ...door }) => ports.map((port) => ({ port, ...door })));

const TOOL_CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_forecast", arguments: place },
};
/** Doors without a word for a deadline. */
const TIMELESS = [
  { door: "rest", send: http("GET", `/v1/forecast?lat=${place.lat}&lng=${place.lng}`) },
  { door: "mcp", send: http("POST", "/mcp", "application/json", Buffer.from(JSON.stringify(TOOL_CALL))) },
].flatMap(({ door, send }) => (["http", "sidecar"] as const).map((port) => ({ port, door, send })));

const shared = await useDoors();

describe("a key that is revoked while the call is sent", () => {
  it.each(AT_PORTS)(
    "is refused when the call is complete: $door, at port $port",
    async ({ port, send, answered, unknownKey }) => {
      const { accountId, key, keyId } = await shared.createCaller();
      const call = { port: shared.ports[port], headers: { "x-api-key": key } };
      expect(await send({ ...call, halfway: async () => undefined })).toMatch(answered);
      const halfway = async () => {
        await shared.store.revokeKey(keyId);
        shared.clock.advance(5_000);
      };
      expect(await send({ ...call, halfway })).toMatch(unknownKey);
      expect(await shared.callsOf(accountId)).toBe(1);
    },
  );
});

describe("a call that waits for a provider", () => {
  let service: TestService;
  let upstream: MisbehavingUpstream;
  let lines: { msg: string; role: string; level: string }[];
  let caller: { key: string; accountId: string };

  // A service each: its breaker leaves a provider alone that does not answer.
  beforeEach(async () => {
    const provider = await startProvider({ kind: "silent" });
    ({ upstream } = provider);
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
    lines = [];
    service = await startTestService({ ...provider.settings, logLevel: "info" }, { destination });
    caller = await service.createCaller();
    return service.stop;
  });

  /** In metrics and log, of a sidecar too; and it is not counted. */
  const untilToldAs = async (code: string, port: string) => {
    const roles = port === "sidecar" ? ["all", "rest"] : ["all"];
    await vi.waitFor(() => {
      const calls = lines.filter(({ msg }) => msg === "call").toSorted((a, b) => (a.role < b.role ? -1 : 1));
      expect(calls).toMatchObject(roles.map((role) => ({ role, code, reason: code.toUpperCase() })));
    }, WAIT);
    const series = `suitability_calls_total{method="GetForecast",code="${code}"}`;
    expect(await service.metrics()).toContain(`${series} 1\n`);
    expect(await service.callsOf(caller.accountId)).toBe(0);
    expect(lines.filter(({ level }) => level === "error")).toEqual([]);
  };

  it.each([...TIMELESS, ...AT_PORTS])(
    "is CANCELED when it is given up: $door, at port $port",
    async ({ port, send }) => {
      const gone = new AbortController();
      const headers = { "x-api-key": caller.key };
      const sent = send({ port: service.ports[port], headers, signal: gone.signal });
      await vi.waitFor(() => expect(upstream.requests).toHaveLength(1), WAIT);
      gone.abort();
      await sent;
      await untilToldAs("canceled", port);
    },
  );

  it.each(AT_PORTS)(
    "is DEADLINE_EXCEEDED when it takes longer than its caller allows: $door, at port $port",
    async ({ port, send, deadline, late }) => {
      const headers = { "x-api-key": caller.key, ...deadline };
      expect(await send({ port: service.ports[port], headers })).toMatch(late);
      await untilToldAs("deadline_exceeded", port);
    },
  );
});

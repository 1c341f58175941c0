// Calls that are given up, and calls that take longer than their callers allow: each is told apart, whichever the door.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { createMisbehavingUpstream, type MisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const WAIT = { timeout: 15_000 };
const PATH = "/suitability.v1.ForecastService/GetForecast";
const place = { lat: 48.2, lng: 16.4 };
const message = create(GetForecastRequestSchema, place);
const json = toJsonString(GetForecastRequestSchema, message);
const binary = toBinary(GetForecastRequestSchema, message);
const framed = Buffer.from([0, 0, 0, 0, binary.length, ...binary]);

interface RawCall {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted to give the call up; the caller itself looks at no deadline. */
  readonly signal: AbortSignal;
}

/** What the service says, as text; empty of a call that was given up. */
type Send = (call: RawCall) => Promise<string>;

const http =
  (method: string, path: string, contentType?: string, body?: string | Buffer): Send =>
  async ({ port, headers, signal }) => {
    const type = contentType === undefined ? {} : { "content-type": contentType };
    const options = { host: "127.0.0.1", port, method, path, signal, headers: { ...headers, ...type } };
    const sent = httpRequest(options);
    try {
      const response = once(sent, "response") as Promise<[IncomingMessage]>;
      sent.end(body);
      const [answer] = await response;
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      return `${answer.statusCode} ${JSON.stringify(answer.headers)} ${Buffer.concat(chunks).toString("latin1")}`;
    } catch {
      return "";
    }
  };

const grpc: Send = async ({ port, headers, signal }) => {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const fixed = { ":method": "POST", ":path": PATH, "content-type": "application/grpc", te: "trailers" };
  const stream = session.request({ ...fixed, ...headers });
  let status = "";
  for (const event of ["response", "trailers"] as const) {
    stream.on(event, (received) => (status += JSON.stringify(received)));
  }
  signal.addEventListener("abort", () => stream.close(8));
  stream.on("error", () => undefined).end(framed);
  await once(stream.resume(), "close");
  session.destroy();
  return status;
};

const DOORS: readonly {
  readonly door: string;
  readonly ports: readonly ("http" | "sidecar" | "grpc")[];
  readonly send: Send;
  /** How the door says that a call may take 300 ms; /v1 has no word for it. */
  readonly deadline?: Readonly<Record<string, string>>;
  readonly late?: RegExp;
}[] = [
  {
    door: "rest",
    ports: ["http", "sidecar"],
    send: http("GET", `/v1/forecast?lat=${place.lat}&lng=${place.lng}`),
  },
  {
    door: "connect",
    ports: ["http", "sidecar"],
    send: http("POST", PATH, "application/json", json),
    deadline: { "connect-timeout-ms": "300" },
    late: /^504 .*deadline_exceeded/,
  },
  {
    door: "grpc-web",
    ports: ["http", "sidecar"],
    send: http("POST", PATH, "application/grpc-web+proto", framed),
    deadline: { "grpc-timeout": "300m" },
    late: /grpc-status"?: ?"?4/,
  },
  {
    door: "grpc",
    ports: ["grpc"],
    send: grpc,
    deadline: { "grpc-timeout": "300m" },
    late: /"grpc-status":"4"/,
  },
];

const AT_PORTS = DOORS.flatMap(({ ports, ...door }) => ports.map((port) => ({ port, ...door })));

describe("a call that waits for a provider", () => {
  let service: TestService;
  let upstream: MisbehavingUpstream;
  let lines: { msg: string; role: string; code?: string; reason?: string }[];
  let key: string;

  // A service each: its breaker leaves a provider alone that does not answer.
  beforeEach(async () => {
    upstream = await createMisbehavingUpstream({ kind: "silent" });
    const destination = {
      write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]),
    };
    lines = [];
    service = await startTestService(
      { weatherSources: ["open-meteo"], openMeteoUrl: upstream.url, logLevel: "info" },
      { destination },
    );
    ({ key } = await service.createCaller());
    return async () => {
      await service.stop();
      await upstream.close();
    };
  });

  const metric = async (series: string) => {
    const text = await (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(series))
        ?.split(" ")[1] ?? 0,
    );
  };
  const counted = (code: string) => metric(`suitability_calls_total{method="GetForecast",code="${code}"}`);
  const lookUps = () => metric('suitability_store_seconds_count{operation="findCaller"');
  const logged = () => lines.filter(({ msg, role }) => msg === "call" && role === "all");

  it.each(AT_PORTS)("is CANCELED when it is given up: $door, at port $port", async ({ port, send }) => {
    const before = await counted("canceled");
    const lookUpsBefore = await lookUps();
    const gone = new AbortController();
    const sent = send({ port: service.ports[port], headers: { "x-api-key": key }, signal: gone.signal });
    await vi.waitFor(async () => expect(await lookUps()).toBeGreaterThan(lookUpsBefore), WAIT);
    gone.abort();
    await sent;
    await vi.waitFor(() => expect(logged()).toMatchObject([{ code: "canceled", reason: "CANCELED" }]), WAIT);
    expect(await counted("canceled")).toBe(before + 1);
  });

  it.each(AT_PORTS.filter(({ deadline }) => deadline !== undefined))(
    "is DEADLINE_EXCEEDED when it takes longer than its caller allows: $door, at port $port",
    async ({ port, send, deadline, late }) => {
      const before = await counted("deadline_exceeded");
      const headers = { "x-api-key": key, ...deadline };
      const told = await send({ port: service.ports[port], headers, signal: new AbortController().signal });
      expect(told).toMatch(late ?? /^$/);
      await vi.waitFor(
        () => expect(logged()).toMatchObject([{ code: "deadline_exceeded", reason: "DEADLINE_EXCEEDED" }]),
        WAIT,
      );
      expect(await counted("deadline_exceeded")).toBe(before + 1);
    },
  );
});

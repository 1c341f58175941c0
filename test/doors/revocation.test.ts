// A key that is revoked while its call is still being sent: what counts is when the request is complete.
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { beforeAll, describe, expect, it } from "vitest";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { codeName } from "../../src/fault.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const PATH = "/suitability.v1.ForecastService/GetForecast";
const message = create(GetForecastRequestSchema, { lat: 48.2, lng: 16.4, days: 1 });
const json = Buffer.from(toJsonString(GetForecastRequestSchema, message));
const binary = toBinary(GetForecastRequestSchema, message);
const framed = Buffer.from([0, 0, 0, 0, binary.length, ...binary]);

interface SlowCall {
  readonly key: string;
  readonly port: number;
  /** Awaited when half of the body is sent. */
  readonly halfway: () => Promise<void>;
}

/** A POST over HTTP/1.1, to be told by its status or by the gRPC code in its body or headers. */
const post = (contentType: string, body: Buffer) => async (call: SlowCall) => {
  const headers = {
    "content-type": contentType,
    "content-length": body.length,
    "x-api-key": call.key,
    expect: "100-continue",
  };
  const sending = httpRequest({ host: "127.0.0.1", port: call.port, path: PATH, method: "POST", headers });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  // Sent when the service has taken the headers in.
  await once(sending, "continue");
  sending.write(body.subarray(0, 4));
  await call.halfway();
  sending.end(body.subarray(4));
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("latin1");
  return /grpc-status: ?(\d+)/i.exec(text)?.[1] ?? response.headers["grpc-status"] ?? response.statusCode;
};

const grpc = async (call: SlowCall) => {
  const session = connectHttp2(`http://127.0.0.1:${call.port}`);
  const headers = { ":method": "POST", ":path": PATH, "content-type": "application/grpc" };
  const stream = session.request({ ...headers, te: "trailers", "x-api-key": call.key });
  let code: unknown;
  stream.on("response", (received) => (code ??= received["grpc-status"]));
  stream.on("trailers", (received) => (code ??= received["grpc-status"]));
  stream.write(framed.subarray(0, 4));
  await new Promise((resolve) => session.ping(resolve));
  await call.halfway();
  stream.end(framed.subarray(4));
  await once(stream.resume(), "close");
  session.destroy();
  return code;
};

const DOORS = [
  { door: "connect json", ports: ["http", "sidecar"], call: post("application/json", json) },
  {
    door: "connect binary",
    ports: ["http", "sidecar"],
    call: post("application/proto", Buffer.from(binary)),
  },
  { door: "grpc-web", ports: ["http", "sidecar"], call: post("application/grpc-web+proto", framed) },
  { door: "grpc", ports: ["grpc"], call: grpc },
] as const;

describe("a key that is revoked while the call is sent", () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    return service.stop;
  });

  describe.each(DOORS)("$door", ({ ports, call }) => {
    it.each<"http" | "sidecar" | "grpc">(ports)(
      "is refused when the call is complete, at port %s",
      async (port) => {
        const { accountId, key } = await service.createCaller();
        const answer = await call({ key, port: service.ports[port], halfway: async () => undefined });
        expect([200, "0"]).toContain(answer);

        const halfway = async () => {
          for (const { id } of await service.store.listKeys(accountId)) await service.store.revokeKey(id);
          service.clock.advance(5_000);
        };
        const refusal = await call({ key, port: service.ports[port], halfway });
        expect([401, String(Code.Unauthenticated)], codeName(Number(refusal))).toContain(refusal);
        const [day] = await service.store.usage(accountId, "2026-11");
        expect(day?.calls).toBe(1);
      },
    );
  });
});

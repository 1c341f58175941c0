// A bug of ours, at every door: INTERNAL, one fixed sentence, logged once with its cause and never sent.
import { createMethodImplSpec } from "@connectrpc/connect";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { peerAddress, unreadable } from "../../src/interceptors/door-context.ts";
import { createFaultsInterceptor } from "../../src/interceptors/faults.ts";
import { closeHttp, listenHttp } from "../../src/ops/http-listener.ts";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";
import { mountRestDoor } from "../../src/doors/rest/rest-door.ts";
import { mountBrowserDoor } from "../../src/doors/connect/door.ts";
import { createGrpcServer } from "../../src/doors/grpc/server.ts";
import { createInProcessTransport } from "../../src/doors/transport/in-process-transport.ts";
import { allDoors } from "./all-doors.ts";
import type { Door } from "./door.ts";
import { ALONE } from "./grpc/bare-server.ts";
import { createGrpcCaller } from "./grpc-caller.ts";

const method = ForecastService.method.getForecast;
const anyPort = { host: "127.0.0.1", port: 0 };

describe("a bug in an operation", () => {
  const logLines: string[] = [];
  const toldDoor = () => logLines.push("a door was told");
  let doors: readonly Door[];
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const logger = pino({}, { write: (line: string) => logLines.push(line) });
    const transport = createInProcessTransport({
      methods: [
        createMethodImplSpec(method, () => {
          throw new TypeError("cannot read /etc/secret of undefined");
        }),
      ],
      interceptors: [createFaultsInterceptor({ logger })],
      timeoutMs: 1_000,
    });
    const shared = {
      services: [ForecastService],
      transport,
      unreadable,
      peerAddress,
      callerAddress: () => "",
      overloadRefusal: () => undefined,
    };
    const grpc = createGrpcServer({ ...shared, headers: [], onBug: toldDoor });
    const http = createHttpApp({ corsOrigins: [], onBug: toldDoor });
    mountRestDoor(http, {
      ...shared,
      passedHeaders: [],
      openApi: {
        info: { title: "", version: "", description: "" },
        servers: [],
        descriptorSet: new Uint8Array(),
        headers: {},
        methods: {},
      },
    });
    await mountBrowserDoor(http, { ...shared, headers: [], isKnownCaller: async () => true });
    const ports = { grpc: await grpc.listen(anyPort), http: await listenHttp(http, anyPort), ops: 0 };
    doors = allDoors(ports);
    stop = async () => {
      await Promise.all(doors.map((door) => door.close()));
      await Promise.all([grpc.close(1_000), closeHttp(http, 1_000)]);
    };
  });
  afterAll(() => stop());

  it("is INTERNAL at every door, with a request id and nothing of the cause", async () => {
    for (const door of doors) {
      logLines.length = 0;
      const outcome = await door.call({ method, request: { lat: 1, lng: 2 }, key: undefined });
      expect(outcome, door.name).toMatchObject({
        kind: "fault",
        code: "internal",
        reason: "INTERNAL",
        violations: [],
      });
      expect(JSON.stringify(outcome), door.name).not.toMatch(/secret|TypeError|undefined of/);

      expect(logLines, door.name).toHaveLength(1);
      const { err, request_id } = JSON.parse(logLines[0] ?? "") as {
        err: { message: string };
        request_id: string;
      };
      expect(err.message).toBe("cannot read /etc/secret of undefined");
      expect(request_id).toBe(outcome.headers.get("x-request-id"));
    }
  });
});

describe("a bug behind the gRPC door that no check has turned into a fault", () => {
  it("is told once, with the headers that the call came with", async () => {
    const told: { error: unknown; header: Headers }[] = [];
    const bug = new TypeError("not a function");
    const grpc = createGrpcServer({
      services: [ForecastService],
      transport: { unary: () => Promise.reject(bug), stream: () => Promise.reject(bug) },
      ...ALONE,
      headers: ["traceparent"],
      onBug: (error, header) => told.push({ error, header }),
    });
    const door = createGrpcCaller(await grpc.listen(anyPort));
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await door.call({ method, request: { lat: 1, lng: 2 }, key: undefined, headers: { traceparent } });
    await door.close();
    await grpc.close(1_000);
    expect(told).toEqual([{ error: bug, header: new Headers({ traceparent }) }]);
  });
});

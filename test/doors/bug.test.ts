// A bug of ours, at every door: INTERNAL, one fixed sentence, logged once with its cause and never sent.
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { apiDescription } from "../../src/compose/api-description.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import type { AnswerCall, CallTrace } from "../../src/call/call.ts";
import { createPublicFault } from "../../src/call/interceptors/faults.ts";
import { closeHttp, listenHttp } from "../../src/ops/http-listener.ts";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";
import { mountRestDoor } from "../../src/doors/rest/rest-door.ts";
import { mountBrowserDoor } from "../../src/doors/connect/door.ts";
import { mountMcpDoor } from "../../src/doors/mcp/mcp-door.ts";
import { createGrpcServer } from "../../src/doors/grpc/server.ts";
import { allDoors } from "./all-doors.ts";
import type { Door } from "./door.ts";
import { ALONE } from "./grpc/bare-server.ts";
import { createGrpcCaller } from "./grpc-caller.ts";
import { postToMcp, toolCall } from "./mcp/post-to-mcp.ts";

const method = ForecastService.method.getForecast;
const anyPort = { host: "127.0.0.1", port: 0 };

const openApi = apiDescription(configFromEnvironment({}).brand);
const logLines: string[] = [];

async function startWithBug(): Promise<readonly Door[]> {
  const logger = pino({}, { write: (line: string) => logLines.push(line) });
  const publicFault = createPublicFault({ logger });
  const answerCall: AnswerCall<never> = ({ requestId }) => {
    throw publicFault(new TypeError("cannot read /etc/secret of undefined"), requestId);
  };
  const shared = { ...ALONE, services: [ForecastService], answerCall, answerInJson: answerCall };
  const onBug = () => logLines.push("a door was told");
  const grpc = createGrpcServer({ ...shared, onBug });
  const http = createHttpApp({ corsOrigins: [], onBug });
  mountRestDoor(http, { ...shared, openApi });
  await mountBrowserDoor(http, { ...shared, refusalOf: async () => undefined });
  const doors = allDoors({ grpc: await grpc.listen(anyPort), http: await listenHttp(http, anyPort) });
  onTestFinished(async () => {
    await Promise.all(doors.map((door) => door.close()));
    await Promise.all([grpc.close(1_000), closeHttp(http, 1_000)]);
  });
  return doors;
}

it("a bug in an operation is INTERNAL at every door, with a request id and nothing of the cause", async () => {
  for (const door of await startWithBug()) {
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

describe("a bug that no check has turned into a fault", () => {
  const bug = new TypeError("cannot read /etc/secret of undefined");
  const answerCall = () => Promise.reject(bug);
  const behind = { ...ALONE, services: [ForecastService], answerCall, answerInJson: answerCall };

  it("is reported once by the gRPC door, with the trace of the call", async () => {
    const told: { error: unknown; call: CallTrace }[] = [];
    const onBug = (error: unknown, call: CallTrace) => told.push({ error, call });
    const grpc = createGrpcServer({ ...behind, onBug });
    const door = createGrpcCaller(await grpc.listen(anyPort));
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await door.call({ method, request: { lat: 1, lng: 2 }, key: undefined, headers: { traceparent } });
    await door.close();
    await grpc.close(1_000);
    expect(told).toMatchObject([{ error: bug, call: { traceparent } }]);
  });

  it("is reported once by the door for models, which sends nothing of it", async () => {
    const told: unknown[] = [];
    const app = createHttpApp({ corsOrigins: [], onBug: (error) => told.push(error) });
    const freeMethod = SportsService.method.listSports;
    const open = { refusalOf: async () => undefined, origins: [] };
    mountMcpDoor(app, { ...behind, ...open, freeMethod, openApi });
    const port = await listenHttp(app, anyPort);
    onTestFinished(() => closeHttp(app, 1_000));
    const response = await postToMcp(port, toolCall("get_forecast", { lat: 51.5, lng: -0.13 }));
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ reason: "INTERNAL" });
    expect(body).not.toMatch(/secret|TypeError/);
    expect(told).toEqual([bug]);
  });
});

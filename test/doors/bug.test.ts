// A bug that no check has turned into a fault, at the gRPC door and the door for models. The tests of the other doors
// have this case themselves.
import { describe, expect, it, onTestFinished } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { apiDescription } from "../../src/app/api-description.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import type { Call, CallTrace } from "../../src/call/call.ts";
import { closeHttp, listenHttp } from "../../src/observability/http-listener.ts";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";
import { mountMcpDoor } from "../../src/doors/mcp/mcp-door.ts";
import { createGrpcServer } from "../../src/doors/grpc/door.ts";
import { ALONE } from "./grpc/bare-server.ts";
import { createGrpcCaller } from "./grpc-caller.ts";
import { postToMcp, toolCall } from "./mcp/post-to-mcp.ts";

const method = ForecastService.method.getForecast;
const anyPort = { host: "127.0.0.1", port: 0 };

describe("a bug that no check has turned into a fault", () => {
  const bug = new TypeError("cannot read /etc/secret of undefined");
  const answerCall = () => Promise.reject(bug);
  const behind = { ...ALONE, services: [ForecastService], answerCall };

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

  const readAndFail = async ({ read }: Call): Promise<never> => {
    await read?.();
    throw bug;
  };

  it.each([
    ["before the message is read", answerCall],
    ["after it is read", readAndFail],
  ])("is reported once by the door for models, which sends nothing of it: %s", async (_when, answering) => {
    const told: unknown[] = [];
    const app = createHttpApp({ corsOrigins: [], onBug: (error) => told.push(error) });
    const freeMethod = SportsService.method.listSports;
    const open = { refusalOf: async () => undefined, origins: [] };
    const openApi = apiDescription(configFromEnvironment({}).brand);
    mountMcpDoor(app, { ...behind, ...open, answerCall: answering, freeMethod, openApi });
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

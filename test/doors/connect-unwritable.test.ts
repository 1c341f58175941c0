// An answer that cannot be written, over Connect and gRPC-Web. Connect itself writes answers only after their calls.
import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { expect, it, onTestFinished } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { AnswerCall } from "../../src/call/call.ts";
import { mountBrowserDoor } from "../../src/doors/connect/door.ts";
import { createHttpApp } from "../../src/doors/rest/http-app.ts";
import { closeHttp, listenHttp } from "../../src/observability/http-listener.ts";
import { ALONE } from "./grpc/bare-server.ts";

const { getForecast } = ForecastService.method;
const PATH = "/suitability.v1.ForecastService/GetForecast";

/** Not a number of 32 bits. */
const WRONG_SCORE = create(getForecast.output, { hours: [{ playabilityScore: Number.NaN }] });
/** Far beyond the year 9999, which JSON cannot write. */
const WRONG_TIME = create(getForecast.output, { hours: [{ time: { seconds: 10n ** 15n } }] });

/** Counts a call as src/call does: once its answer is written. */
async function startDoor(message: typeof WRONG_SCORE) {
  const counted: unknown[] = [];
  const answerCall: AnswerCall = async (call) => {
    const body = call.write(message, {});
    counted.push(body);
    return { body, headers: {} };
  };
  const app = createHttpApp({ corsOrigins: [], onBug: () => undefined });
  const refusalOf = async () => undefined;
  mountBrowserDoor(app, { ...ALONE, services: [ForecastService], answerCall, refusalOf });
  const port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeHttp(app, 1_000));
  return { port, counted };
}

const EMPTY_FRAME = Uint8Array.of(0, 0, 0, 0, 0);
const JSON_FRAME = Uint8Array.of(0, 0, 0, 0, 2, ...Buffer.from("{}"));

it.each([
  ["Connect in JSON", "application/json", "{}", WRONG_TIME],
  ["Connect in binary", "application/proto", "", WRONG_SCORE],
  ["gRPC-Web in JSON", "application/grpc-web+json", JSON_FRAME, WRONG_TIME],
  ["gRPC-Web in binary", "application/grpc-web", EMPTY_FRAME, WRONG_SCORE],
  ["gRPC-Web in named binary", "application/grpc-web+proto", EMPTY_FRAME, WRONG_SCORE],
])("an answer that cannot be written over %s is not counted", async (_way, type, body, message) => {
  const { port, counted } = await startDoor(message);
  const headers = { "content-type": type };
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: "POST", headers, body });
  const text = await response.text();
  const grpcStatus = response.headers.get("grpc-status") ?? /grpc-status: ?(\d+)/.exec(text)?.[1];
  expect(grpcStatus ?? response.status).toBe(type.includes("web") ? `${Code.Internal}` : 500);
  expect(counted).toEqual([]);
});

it("an answer that cannot be written in the JSON that a GET asks for is not counted", async () => {
  const { port, counted } = await startDoor(WRONG_TIME);
  const response = await fetch(`http://127.0.0.1:${port}${PATH}?connect=v1&encoding=json&message=%7B%7D`);
  expect(response.status).toBe(500);
  expect(counted).toEqual([]);
});

it("an answer that JSON cannot write is refused to readers of binary too: it is a bug at every door", async () => {
  const { port, counted } = await startDoor(WRONG_TIME);
  const headers = { "content-type": "application/proto" };
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: "POST", headers, body: "" });
  expect(response.status).toBe(500);
  expect(counted).toEqual([]);
});

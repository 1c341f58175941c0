// Calls at /mcp that end badly: by a bug that no check has turned into a fault, or because the caller gives up.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MISTAKEN_NAMES } from "../../../src/app/mistaken-names.ts";
import { apiDescription } from "../../../src/app/api-description.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import type { Call } from "../../../src/call/call.ts";
import { createHttpApp } from "../../../src/doors/rest/http-app.ts";
import { mountMcp } from "../../../src/modules/mcp/mount-mcp.ts";
import { closeHttp, listenHttp } from "../../../src/observability/http-listener.ts";
import { ALONE } from "../../doors/grpc/bare-server.ts";
import { holdAnswers, startProvider, startWithDoors } from "../../doors/start-with-doors.ts";
import { postToMcp, toolCall } from "./post-to-mcp.ts";

const GET_FORECAST = toolCall("get_forecast", { lat: 51.5, lng: -0.13 });

describe("a bug that no check has turned into a fault", () => {
  const bug = new TypeError("cannot read /etc/secret of undefined");
  const answerCall = () => Promise.reject(bug);
  const readAndFail = async (call: Call): Promise<never> => {
    await call.read();
    throw bug;
  };

  it.each([
    ["before the message is read", answerCall],
    ["after it is read", readAndFail],
  ])("is reported once, and nothing of it is sent: %s", async (_when, answering) => {
    const told: unknown[] = [];
    const app = createHttpApp({ corsOrigins: [], onBug: (error) => told.push(error) });
    const openApi = apiDescription(configFromEnvironment({}).brand);
    mountMcp(app, {
      ...ALONE,
      answerCall: answering,
      config: { corsOrigins: [] },
      mistakenNames: MISTAKEN_NAMES,
      openApi,
    });
    const port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
    onTestFinished(() => closeHttp(app, 1_000));
    const response = await postToMcp(port, GET_FORECAST);
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(body)).toMatchObject({ reason: "INTERNAL" });
    expect(body).not.toMatch(/secret|TypeError/);
    expect(told).toEqual([bug]);
  });
});

it(
  "a call that is given up while a provider is asked is CANCELED and not counted",
  { timeout: 60_000 },
  async () => {
    const { held, release } = holdAnswers();
    const { upstream, settings } = await startProvider(held);
    onTestFinished(() => release());
    const service = await startWithDoors(settings);
    const { key, accountId } = await service.createCaller();
    const gone = new AbortController();
    const given = postToMcp(service.ports.http, GET_FORECAST, { "x-api-key": key }, gone.signal).catch(
      ({ name }: Error) => name,
    );
    await vi.waitFor(() => expect(upstream.requests).not.toEqual([]), { timeout: 15_000 });
    gone.abort();
    expect(await given).toBe("AbortError");
    const canceled = () => service.figureOf('calls_total{method="GetForecast",code="canceled"}');
    await vi.waitFor(async () => expect(await canceled()).toBe(1), { timeout: 15_000 });
    expect(await service.callsOf(accountId)).toBe(0);
  },
);

// MCP where things go wrong: callers who leave, bugs, and what no client sends.
import { createMethodImplSpec } from "@connectrpc/connect";
import { expect, it, onTestFinished, vi } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { apiDescription } from "../../../src/compose/api-description.ts";
import { configFromEnvironment } from "../../../src/config/config.ts";
import { peerAddress, unreadable } from "../../../src/interceptors/door-context.ts";
import { mountMcpDoor } from "../../../src/doors/mcp/mcp-door.ts";
import { queryFromArguments } from "../../../src/doors/mcp/tool.ts";
import { closeHttp, listenHttp } from "../../../src/ops/http-listener.ts";
import { createHttpApp } from "../../../src/doors/rest/http-app.ts";
import { createInProcessTransport } from "../../../src/doors/transport/in-process-transport.ts";
import { createMisbehavingUpstream } from "../../support/misbehaving-upstream.ts";
import { startTestService } from "../../support/test-service.ts";

const PLACE = { lat: 51.5074, lng: -0.1278 };

const call = (given: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_forecast", arguments: given },
});

const posted = (message: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  body: typeof message === "string" ? message : JSON.stringify(message),
});

it("gives up the call of a caller who leaves, and takes it for no bug", { timeout: 60_000 }, async () => {
  const upstream = await createMisbehavingUpstream({ kind: "silent" });
  const lines: { msg: string; role: string; code?: string; level: number }[] = [];
  const service = await startTestService(
    { weatherSources: ["open-meteo"], openMeteoUrl: upstream.url, logLevel: "info" },
    { destination: { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) } },
  );
  onTestFinished(async () => {
    await service.stop();
    await upstream.close();
  });
  const { key } = await service.createCaller();
  const gone = new AbortController();
  const sent = fetch(`http://127.0.0.1:${service.ports.http}/mcp`, {
    ...posted(call(PLACE), { "x-api-key": key }),
    signal: gone.signal,
  });
  await vi.waitFor(() => expect(upstream.atOnce).toBe(1), 15_000);
  gone.abort();
  await expect(sent).rejects.toThrow("aborted");
  const calls = () => lines.filter(({ msg, role }) => msg === "call" && role === "all");
  await vi.waitFor(() => expect(calls()).toMatchObject([{ code: "canceled" }]), 15_000);
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

it("tells nothing of a bug but that there is one, and has it logged", async () => {
  const bugs: unknown[] = [];
  const bug = new TypeError("cannot read /etc/secret of undefined");
  const app = createHttpApp({ corsOrigins: [], onBug: (error) => bugs.push(error) });
  const failing = () => {
    throw bug;
  };
  mountMcpDoor(app, {
    services: [ForecastService],
    freeMethod: SportsService.method.listSports,
    isKnownCaller: async () => true,
    transport: createInProcessTransport({
      methods: [createMethodImplSpec(ForecastService.method.getForecast, failing)],
      interceptors: [],
      timeoutMs: 1_000,
    }),
    unreadable,
    peerAddress,
    callerAddress: () => "",
    overloadRefusal: () => undefined,
    passedHeaders: [],
    origins: [],
    openApi: apiDescription(configFromEnvironment({}).brand),
  });
  const port = await listenHttp(app, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeHttp(app, 1_000));
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, posted(call(PLACE)));
  const body = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(body)).toMatchObject({ reason: "INTERNAL" });
  expect(body).not.toMatch(/secret|TypeError/);
  expect(bugs).toEqual([bug]);
});

it("answers whatever is sent, within the bounds of an answer", { timeout: 60_000 }, async () => {
  const service = await startTestService();
  onTestFinished(service.stop);
  const { key } = await service.createCaller();
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const request = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 1, method, params });
  for (const message of [
    null,
    "text",
    {},
    { jsonrpc: "1.0" },
    { method: "tools/call" },
    { id: {}, method: "ping" },
    call(undefined),
    call(null),
    call([]),
    call("text"),
    call({ lat: {}, lng: [] }),
    call({ lat: "\ud800", lng: "\0" }),
    call({ ...PLACE, days: 1e300 }),
    JSON.stringify(call({ ...PLACE, sport: "x" })).replace('"x"', nested(7_000)),
    JSON.stringify(call({ ...PLACE, sport: "x" })).replace(
      '"x"',
      `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`,
    ),
    request("initialize", {}),
    request("resources/list"),
    request("server/discover"),
    { jsonrpc: "2.0", method: "notifications/initialized" },
    "",
    "{",
    nested(8_000).slice(1),
  ]) {
    const sent = posted(message, { "x-api-key": key });
    const response = await fetch(`http://127.0.0.1:${service.ports.http}/mcp`, sent);
    const told = { message: sent.body.slice(0, 80), status: response.status };
    expect([200, 202, 400, 404, 406, 413, 429], JSON.stringify(told)).toContain(response.status);
    expect(await response.text(), JSON.stringify(told)).not.toMatch(/\.m?[jt]s:|TypeError|RangeError/);
    service.clock.advance(1_000);
  }
});

it.each([
  { given: { lat: 51.5, days: 3, explain: true }, query: "lat=51.5&days=3&explain=true" },
  { given: { slots: ["a+02:00", "b"] }, query: "slots=a%2B02%3A00%2Cb" },
  { given: { sport: null, lng: -1e-7 }, query: "lng=-1e-7" },
  { given: { "a&b": "c=d" }, query: "a%26b=c%3Dd" },
  { given: { sport: {}, slots: [["a"]] }, query: "sport=%7B%7D&slots=%7B%7D" },
])("reads arguments as a query: $query", ({ given, query }) => {
  expect(queryFromArguments(given)).toBe(query);
});

// What no client of MCP sends, and how arguments are read.
import { expect, it, onTestFinished } from "vitest";
import { queryFromArguments } from "../../../src/doors/mcp/tool.ts";
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

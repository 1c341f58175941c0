// MCP at POST /mcp: with the official client, in both generations of the protocol and through a sidecar; and by hand,
// with messages that no client sends.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../../../src/accounts/api-key.ts";
import { issueApiKey } from "../../../src/accounts/issue-api-key.ts";
import { queryFromArguments } from "../../../src/modules/mcp/tool.ts";
import { startWithDoors, useDoors } from "../../doors/start-with-doors.ts";
import { postToMcp, toolCall } from "./post-to-mcp.ts";

const PLACE = { lat: 51.5074, lng: -0.1278 };
const SLOT = { ...PLACE, start_time: "2026-11-22T14:00:00Z", duration_minutes: 90, sport: "padel" };

type Headers = Record<string, string>;

async function connect(
  port: number,
  headers: Headers,
  mode: "legacy" | "modern" = "modern",
): Promise<Client> {
  const versionNegotiation = { mode: mode === "legacy" ? "legacy" : { pin: "2026-07-28" } } as const;
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation });
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
/** The problem in a tool error. */
function problemOf(result: Awaited<ReturnType<Client["callTool"]>>): Record<string, unknown> {
  expect(result.isError).toBe(true);
  const [content] = result.content;
  return JSON.parse(content?.type === "text" ? content.text : "") as Record<string, unknown>;
}

const service = await useDoors();
let key: string;
beforeEach(async () => {
  ({ key } = await service.createCaller());
});

const port = service.ports.http;
const keyed = () => ({ "x-api-key": key });

it.each([
  { accept: "Text/Event-Stream;q=0.5 ,\tAPPLICATION/JSON", "content-type": "Application/JSON" },
  { accept: "application/json,text/event-stream", "content-type": 'application/json;charset="UTF-8"' },
])("/mcp reads media types in every form that HTTP allows: %o", async (headers) => {
  const answer = await postToMcp(port, LIST, { ...keyed(), ...headers });
  expect(answer.status).toBe(200);
});

describe("the tools of /mcp", () => {
  it("are read-only, one for each operation, and described in the words of the proto files", async () => {
    const client = await connect(port, keyed());
    expect(client.getInstructions()).toContain("Planning advice, not a safety clearance.");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "get_booking_confidence",
      "get_forecast",
      "rank_safe_slots",
    ]);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations?.readOnlyHint).toBe(true);
      expect(inputSchema.required).toEqual(expect.arrayContaining(["lat", "lng"]));
      expect(JSON.stringify({ inputSchema, outputSchema })).not.toContain("#/components");
    }
    const [confidence] = tools;
    expect(confidence?.description).toMatch(/^The verdict for one slot\. Call it when a user has picked/);
    expect(confidence?.inputSchema.properties?.["duration_minutes"]).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 1440,
      description: "How long the session lasts, in minutes, 1 to 1440.",
    });
  });

  it.each([
    { mode: "modern", door: "http" },
    { mode: "legacy", door: "http" },
    { mode: "modern", door: "sidecar" },
  ] as const)("answer as /v1 does, in line with their own schemas: $mode, $door", async ({ mode, door }) => {
    const client = await connect(service.ports[door], keyed(), mode);
    // With the list of tools, the client checks answers against their schemas.
    await client.listTools();
    const better = { alternatives: 2, candidates: ["2026-11-23T14:00:00Z"], lang: null };
    // There are no alternatives here: the answer has an empty list, because the call asks for alternatives.
    const beyond = { alternatives: 2, candidates: ["2027-01-01T00:00:00Z"] };
    const slots = ["2026-11-22T14:00:00Z", "2026-11-01T14:00:00+02:00"];
    for (const [name, path, given] of [
      ["get_booking_confidence", "booking-confidence", { ...SLOT, explain: true, odds: true, ...better }],
      ["get_booking_confidence", "booking-confidence", { ...SLOT, ...beyond }],
      ["get_forecast", "forecast", { ...PLACE, days: 2, duration_minutes: 60, explain: true }],
      ["rank_safe_slots", "safe-slots", { ...PLACE, slots, temp_shift_c: -1.5 }],
    ] as const) {
      const result = await client.callTool({ name, arguments: given });
      const query = Object.entries(given).flatMap(([parameter, value]) =>
        value === null ? [] : [`${parameter}=${encodeURIComponent(String(value))}`],
      );
      const url = `http://127.0.0.1:${service.ports.http}/v1/${path}?${query.join("&")}`;
      const answer: unknown = await (await fetch(url, { headers: keyed() })).json();
      expect(result.isError).toBeUndefined();
      expect(result.structuredContent).toEqual(answer);
      expect(result.content).toEqual([
        { type: "text", text: JSON.stringify(answer) },
        { type: "text", text: "weather-source: simulated" },
      ]);
    }
  });

  it("tell a model what to change, in the words of /v1", async () => {
    const client = await connect(port, keyed());
    const refused = await client.callTool({
      name: "get_forecast",
      arguments: { ...PLACE, day: 5, sport: {} },
    });
    expect(problemOf(refused)).toMatchObject({
      status: 400,
      reason: "INVALID_PARAMETER",
      detail: expect.stringMatching(/^day is unknown; did you mean days\? sport is unknown\. Known sports: /),
      violations: [{ field: "day" }, { field: "sport" }],
    });
    const unknown = await client.callTool({ name: "get_weather", arguments: PLACE });
    expect(problemOf(unknown)).toMatchObject({
      detail: "There is no such tool. The tools are get_booking_confidence, get_forecast, rank_safe_slots.",
    });
  });

  it("count each answer and nothing else, and report that the quota is used up and until when", async () => {
    const { key, accountId } = await service.createCaller({ plan: "free", monthlyQuota: 2 });
    const client = await connect(port, { authorization: `Bearer ${key}` });
    const ask = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    await client.listTools();
    await ask("get_booking_confidence", SLOT);
    await ask("get_forecast", { ...PLACE, days: 9 });
    await ask("get_forecast", PLACE);
    const exhausted = problemOf(await ask("get_forecast", PLACE));
    const nextMonth = (Date.parse("2026-12-01T00:00:00Z") - service.clock.nowMs()) / 1_000;
    expect(exhausted).toMatchObject({
      status: 429,
      reason: "MONTHLY_QUOTA_EXHAUSTED",
      detail: expect.stringContaining("Wait until 2026-12-01"),
      retry_after_seconds: nextMonth,
    });
    const usage = await service.store.usage(accountId, "2026-11");
    expect(usage.map(({ method, calls }) => [method, calls])).toEqual([
      ["GetBookingConfidence", 1],
      ["GetForecast", 1],
    ]);
  });
});

describe("/mcp", () => {
  it.each<{ what: string; headers: Headers; reason: string }>([
    { what: "no key", headers: {}, reason: "KEY_MISSING" },
    { what: "half a key", headers: { authorization: "Bearer wsk_abc" }, reason: "KEY_MALFORMED" },
  ])("refuses every message with $what", async ({ headers, reason }) => {
    const { id: _id, ...notification } = toolCall("get_forecast", PLACE);
    const messages = [LIST, toolCall("get_forecast", PLACE), toolCall("none", {}), notification];
    for (const message of [...messages, toolCall("get_forecast", []), "{", ""]) {
      const response = await postToMcp(port, message, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe(
        'ApiKey realm="api", header="X-API-Key", Bearer realm="api"',
      );
      expect(await response.json()).toMatchObject({ reason });
    }
  });

  it("sends with an answer how much of the quota is left, and forbids caches to store the answer", async () => {
    const { headers } = await postToMcp(port, toolCall("get_forecast", PLACE), keyed());
    expect(headers.get("ratelimit")).toMatch(/^"month";r=\d+;t=\d+$/);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    { what: "a list of messages", message: [LIST, LIST], status: 400, reason: "UNREADABLE_MESSAGE" },
    { what: "a long message", message: " ".repeat(16_385), status: 413, reason: "BODY_TOO_LARGE" },
    {
      what: "a message longer than the arguments of its tool can be",
      message: toolCall("get_forecast", { ...PLACE, sport: "x".repeat(5_000) }),
      status: 413,
      reason: "BODY_TOO_LARGE",
    },
  ])("refuses $what", async ({ message, status, reason }) => {
    const response = await postToMcp(port, message, keyed());
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ reason });
  });

  it.each(["GET", "DELETE"])("refuses %s, because it has no sessions", async (method) => {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method, headers: keyed() });
    expect({ status: response.status, allow: response.headers.get("allow") }).toEqual({
      status: 405,
      allow: "POST, OPTIONS",
    });
  });

  it("opens no streams of changes, because nothing changes", async () => {
    const [method, version] = ["subscriptions/listen", "2026-07-28"];
    const meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const headers = { ...keyed(), "mcp-protocol-version": version, "mcp-method": method };
    const response = await postToMcp(port, { jsonrpc: "2.0", id: 1, method, params }, headers);
    expect(await response.json()).toMatchObject({ error: { code: -32_603 } });
  });

  it("lets MCP clients in web pages send their headers", async () => {
    const headers = { origin: "https://club.example", "access-control-request-method": "POST" };
    const preflight = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "OPTIONS", headers });
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
    const sent = "authorization content-type mcp-protocol-version mcp-method mcp-name x-api-key".split(" ");
    expect(allowed).toEqual(expect.arrayContaining(sent));
  });

  const nested = (depth: number, open = "[", close = "]") => `${open.repeat(depth)}${close.repeat(depth)}`;
  /** A call with this JSON as its sport. */
  const withSport = (sport: string) =>
    JSON.stringify(toolCall("get_forecast", { ...PLACE, sport: "x" })).replace('"x"', sport);

  it("answers any message with an expected status and nothing internal", { timeout: 60_000 }, async () => {
    const request = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 1, method, params });
    for (const message of [
      null,
      "text",
      {},
      { method: "tools/call" },
      { id: {}, method: "ping" },
      ...[undefined, null, [], "text", { lat: {}, lng: [] }, { lat: "\ud800", lng: "\0" }].map((given) =>
        request("tools/call", { name: "get_forecast", arguments: given }),
      ),
      toolCall("get_forecast", { ...PLACE, days: 1e300 }),
      withSport(nested(7_000)),
      withSport(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`),
      request("initialize", {}),
      request("resources/list"),
      request("server/discover"),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      "",
      "{",
      nested(8_000).slice(1),
    ]) {
      const response = await postToMcp(port, message, keyed());
      const told = `${response.status} to ${JSON.stringify(message)?.slice(0, 80)}`;
      expect([200, 202, 400, 404, 406, 413, 429], told).toContain(response.status);
      expect(await response.text(), told).not.toMatch(/\.m?[jt]s:|TypeError|RangeError/);
      service.clock.advance(1_000);
    }
  });
});

describe("/mcp for strangers", () => {
  const CLUB = "https://club.example";

  it("refuses pages of other origins, and counts each call with an unknown key as one wrong key without reading the call", async () => {
    const forClub = await startWithDoors({ corsOrigins: [CLUB] });
    const { key: own } = await forClub.createCaller();
    const statusFor = async (origin: string) =>
      (await postToMcp(forClub.ports.http, LIST, { "x-api-key": own, origin })).status;
    expect(await statusFor(CLUB)).toBe(200);
    expect(await statusFor("https://other.example")).toBe(403);
    const stray = await postToMcp(forClub.ports.http, LIST, { "x-api-key": own, origin: "null" });
    expect(await stray.json()).toMatchObject({ status: 403, reason: "SECRET_KEY_IN_BROWSER" });
    expect(stray.headers.get("access-control-allow-origin")).toBe("null");
    expect((await postToMcp(port, LIST, { ...keyed(), origin: "http://127.0.0.1" })).status).toBe(403);

    // Sent to `forClub` and not to the tests' common service, because wrong keys throttle their address.
    const reasons = await Promise.all(
      Array.from({ length: 22 }, async () => {
        const headers = { "x-api-key": createApiKey() };
        const response = await postToMcp(forClub.ports.http, toolCall("get_forecast", []), headers);
        return ((await response.json()) as { reason: string }).reason;
      }),
    );
    expect(reasons.filter((reason) => reason === "KEY_UNKNOWN")).toHaveLength(20);
    expect(reasons.filter((reason) => reason === "TOO_MANY_WRONG_KEYS")).toHaveLength(2);
  });
});

describe("a call of a tool, before its message is read", () => {
  /** If this message is read, the protocol refuses it, with status 200 and an error of the protocol. */
  const UNREADABLE = toolCall("get_forecast", []);

  const toldTo = async (message: object, headers: Headers, at = port) => {
    const response = await postToMcp(at, message, headers);
    const text = await response.text();
    return `${response.status} ${/"reason":"(\w+)"/.exec(text)?.[1] ?? "of the protocol"}`;
  };

  it("is held to the origins and operations of a publishable key", async () => {
    const open = await startWithDoors({ corsOrigins: ["*"] });
    const { accountId } = await open.createCaller();
    const origin = "https://club.example";
    const issued = await issueApiKey({
      store: open.store,
      accountId,
      restrictions: { origins: [origin], places: ["51.51,-0.13"], operations: ["forecast"], callsADay: 10 },
    });
    const own = { "x-api-key": issued?.apiKey ?? "" };
    const told = (message: object, more: Headers = {}) =>
      toldTo(message, { ...own, ...more }, open.ports.http);
    expect(await told(UNREADABLE)).toBe("403 ORIGIN_NOT_ALLOWED");
    expect(await told(UNREADABLE, { origin: "https://other.example" })).toBe("403 ORIGIN_NOT_ALLOWED");
    expect(await told(toolCall("rank_safe_slots", []), { origin })).toBe("403 OPERATION_NOT_ALLOWED");
  });

  it("waits if its account is refused too often, and refusals by the protocol count as well", async () => {
    const told = await Promise.all(Array.from({ length: 100 }, () => toldTo(UNREADABLE, keyed())));
    expect(new Set(told)).toEqual(new Set(["200 of the protocol"]));
    const startedMs = performance.now();
    expect(await toldTo(toolCall("get_forecast", PLACE), keyed())).toBe("200 of the protocol");
    expect(performance.now() - startedMs).toBeGreaterThan(950);
  });

  it("makes a sidecar ask its core about the key", async () => {
    const { sidecar } = service.ports;
    expect(await toldTo(UNREADABLE, { "x-api-key": createApiKey() }, sidecar)).toBe("401 KEY_UNKNOWN");
    expect(await toldTo(UNREADABLE, keyed(), sidecar)).toBe("200 of the protocol");
  });
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

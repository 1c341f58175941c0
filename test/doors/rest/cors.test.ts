import { describe, expect, test } from "vitest";
import type { FaultReason } from "../../../src/errors/fault-reasons.ts";
import { fault } from "../../../src/errors/fault.ts";
import { startDoor } from "./door.ts";

const OF_REST = ["x-api-key", "authorization", "if-none-match", "x-request-id", "traceparent"];
const OF_ANSWERS = ["Date", "RateLimit", "RateLimit-Policy", "ETag", "Made-Up"];

describe("CORS", () => {
  const origin = "https://a.example";

  test.each([[[]], [["https://b.example"]]])(
    "answers a preflight of any origin without a call, because a preflight has no key: listed are %j",
    async (corsOrigins) => {
      const door = await startDoor({ corsOrigins });
      const response = await door.get("/v1/forecast", {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-api-key",
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-max-age")).toBe("7200");
      expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST");
      const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
      expect(allowed).toEqual(
        expect.arrayContaining([...OF_REST, "content-type", "connect-protocol-version", "x-grpc-web"]),
      );
      expect(door.calls).toEqual([]);
    },
  );

  test.each<[status: string, path: string, reason: FaultReason | undefined]>([
    ["200", "/v1/forecast", undefined],
    ["400", "/v1/forecast?day=1", undefined],
    ["404", "/nowhere", undefined],
    ["503", "/v1/forecast", "OVERLOADED"],
  ])("headers are on a %s", async (status, path, reason) => {
    const door = await startDoor({
      corsOrigins: [origin],
      exposedHeaders: ["Made-Up"],
      responseHeaders: { vary: "accept" },
      authenticate: () => {
        if (reason !== undefined) throw fault({ sentence: "No.", reason });
      },
    });
    const response = await door.get(path, { headers: { origin } });
    expect(response.status).toBe(Number(status));
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect(response.headers.get("vary")).toBe("X-API-Key, Authorization, Origin");
    const exposed = response.headers.get("access-control-expose-headers")?.split(", ");
    expect(exposed).toEqual(expect.arrayContaining([...OF_ANSWERS, "Retry-After", "X-Request-Id"]));
  });

  test.each([
    { from: "https://b.example", corsOrigins: [origin, "https://b.example"], allowed: "https://b.example" },
    { from: "https://evil.example", corsOrigins: [origin, "https://b.example"], allowed: null },
    { from: origin, corsOrigins: ["*"], allowed: "*" },
  ])("answers $from with the origin $allowed, given $corsOrigins", async ({ from, corsOrigins, allowed }) => {
    const door = await startDoor({ corsOrigins });
    const { headers } = await door.get("/v1/forecast", { headers: { origin: from } });
    expect(headers.get("access-control-allow-origin")).toBe(allowed);
  });

  test.each<[string, readonly string[]]>([
    ["none", []],
    ["another", ["https://b.example"]],
    ["every", ["*"]],
  ])("lets a page read what its key is told, listed origins: %s", async (_name, corsOrigins) => {
    const door = await startDoor({ corsOrigins });
    const told = async (path: string, headers: Record<string, string>) => {
      const response = await door.get(path, {
        headers: { "x-api-key": `wpk_${"a".repeat(38)}`, ...headers },
      });
      return [response.status, response.headers.get("access-control-allow-origin")];
    };
    expect(await told("/v1/forecast", { origin })).toEqual([200, origin]);
    expect(await told("/v1/forecast?day=1", { origin })).toEqual([400, origin]);
    expect(await told("/nowhere", { origin })).toEqual([404, origin]);
    const bearer = { "x-api-key": "", authorization: `Bearer wpk_${"a".repeat(38)}` };
    expect(await told("/v1/forecast", { origin, ...bearer })).toEqual([200, origin]);
    const forOthers = corsOrigins.includes("*") ? "*" : null;
    expect(await told("/v1/forecast", {})).toEqual([200, forOthers]);
    expect(await told("/v1/forecast", { origin, "x-api-key": "not_a_key" })).toEqual([200, forOthers]);
    expect(await told("/v1/forecast", { origin, "x-api-key": "wsk_a" })).toEqual([200, origin]);
    const { headers } = await door.get("/v1/forecast", { headers: { "x-api-key": "wpk_a", origin } });
    expect(headers.get("vary")).toBe("X-API-Key, Authorization, Origin");
    expect(headers.get("access-control-expose-headers")?.split(", ")).toContain("Retry-After");
  });
});

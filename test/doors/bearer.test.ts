// A key as a bearer token (RFC 6750): every HTTP door takes it like one in X-API-Key.
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { answerToBytes } from "../support/programs/raw-http.ts";
import { LONDON, METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const call = { method: METHODS.getForecast, request: LONDON };

const service = await useDoors();
const { key } = await service.createCaller();
const httpDoors = service.doors.filter(({ name }) => name !== "grpc");

describe("the Authorization header", () => {
  it("carries the caller's key as a Bearer token at every HTTP door, whatever the case of the scheme", async () => {
    for (const door of httpDoors) {
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        const headers = { authorization: `${scheme} ${key}` };
        expect((await door.call({ ...call, key: undefined, headers })).kind, door.name).toBe("answer");
      }
    }
  });

  it.each([
    { beside: "with the same key", own: key, authorization: `Bearer ${key}` },
    { beside: "which is empty", own: "", authorization: `Bearer ${key}` },
    { beside: "with a gateway's token", own: key, authorization: "Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln" },
    { beside: "with another scheme", own: key, authorization: "Basic d3NrXw==" },
    { beside: "which has a gateway's own key", own: "gateway-secret", authorization: `Bearer ${key}` },
  ])("may come beside X-API-Key, $beside", async ({ own, authorization }) => {
    const { kind } = await httpDoors[0]!.call({ ...call, key: own, headers: { authorization } });
    expect(kind).toBe("answer");
  });

  it("with another key of the service than X-API-Key is refused, whichever of the two is valid", async () => {
    for (const door of httpDoors) {
      for (const [one, other] of [
        [key, createApiKey()],
        [createApiKey(), key],
      ] as const) {
        const told = await door.call({ ...call, key: one, headers: { authorization: `Bearer ${other}` } });
        expect(told, door.name).toMatchObject({
          kind: "fault",
          code: "invalid_argument",
          reason: "MALFORMED_REQUEST",
        });
      }
    }
  });

  const statusWith = async (...lines: readonly string[]) => {
    const head = ["GET /v1/sports HTTP/1.1", "Host: a", "Connection: close", ...lines];
    const answers = await Promise.all(
      (["http", "sidecar"] as const).map((port) =>
        answerToBytes(service.ports[port], `${head.join("\r\n")}\r\n\r\n`),
      ),
    );
    return answers.map((answer) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]));
  };

  it.each([
    { what: "the same key twice", values: [`Bearer ${key}`, `bearer  ${key}`] },
    { what: "an empty line before it", values: ["", `Bearer ${key}`] },
    { what: "another scheme before it", values: ["Basic d3NrXw==", `Bearer ${key}`] },
    {
      what: "a gateway's token before it",
      values: ["Bearer eyJhbGciOiJFUzI1NiJ9.e30.c2ln", `Bearer ${key}`],
    },
  ])("may come in two lines: $what", async ({ values }) => {
    expect(await statusWith(...values.map((value) => `Authorization: ${value}`))).toEqual([200, 200]);
  });

  it("in two lines with different keys is refused, whichever comes first, and whatever is in X-API-Key", async () => {
    const both = [`Authorization: Bearer ${key}`, `Authorization: Bearer ${createApiKey()}`];
    for (const lines of [both, both.toReversed(), [...both, `X-API-Key: ${key}`]])
      expect(await statusWith(...lines)).toEqual([400, 400]);
  });

  it("is named beside X-API-Key by a 401, and answers vary by both headers", async () => {
    const stranger = await service.get("/v1/sports");
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("www-authenticate")).toBe(
      'ApiKey realm="api", header="X-API-Key", Bearer realm="api"',
    );
    const answer = await service.get("/v1/sports", { headers: { authorization: `Bearer ${key}` } });
    expect([answer.status, answer.headers.get("vary")]).toEqual([200, "X-API-Key, Authorization"]);
  });
});

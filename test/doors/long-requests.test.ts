// Requests that are within what a URL may have, and too large for the hop from a sidecar to its core.
import { describe, expect, it } from "vitest";
import { useTestService } from "../support/use-test-service.ts";

const SLOT = "2026-11-22T10:00:00Z";

describe("a long request", () => {
  const used = useTestService();

  const ask = async (port: number, path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": used().key } });
    const problem = (await response.json()) as Record<string, unknown>;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), problem };
  };

  it.each([
    ["a long word", `/v1/forecast?lat=1&lng=2&sport=${"a".repeat(5_000)}`],
    ["many slots", `/v1/safe-slots?lat=1&lng=2&sport=tennis&slots=${Array(300).fill(SLOT).join(",")}`],
  ])("with %s is told by a sidecar what it is told without one", async (_what, path) => {
    const direct = await ask(used().service.ports.http, path);
    expect(direct).toMatchObject({ status: 400, retryAfter: null, problem: { code: "invalid_argument" } });
    const behind = await ask(used().service.ports.sidecar, path);
    expect(behind).toEqual({
      ...direct,
      problem: { ...direct.problem, request_id: behind.problem["request_id"] },
    });
  });
});

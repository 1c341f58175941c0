// Requests that are within what a URL may have, and too large for the hop from a sidecar to its core.
import { describe, expect, it } from "vitest";
import type { DoorCall } from "./door.ts";
import { faultsOf } from "./faults-of.ts";
import { METHODS } from "./methods.ts";
import { useDoors } from "./start-with-doors.ts";

const SLOT = "2026-11-22T10:00:00Z";

const service = await useDoors();
const { key } = await service.createCaller();

describe("a long request", () => {
  const ask = async (port: number, path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-api-key": key } });
    const problem = (await response.json()) as Record<string, unknown>;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), problem };
  };

  it.each([
    ["a long word", `/v1/forecast?lat=1&lng=2&sport=${"a".repeat(5_000)}`],
    ["many slots", `/v1/safe-slots?lat=1&lng=2&sport=tennis&slots=${Array(300).fill(SLOT).join(",")}`],
  ])("with %s is told by a sidecar what it is told without one", async (_what, path) => {
    const direct = await ask(service.ports.http, path);
    expect(direct).toMatchObject({ status: 400, retryAfter: null, problem: { code: "invalid_argument" } });
    const behind = await ask(service.ports.sidecar, path);
    expect(behind).toEqual({
      ...direct,
      problem: { ...direct.problem, request_id: behind.problem["request_id"] },
    });
  });
});

describe("a request with a thousand faults", () => {
  it("is told the first twenty of them at every door", async () => {
    const slots = Array.from({ length: 1_000 }, () => "");
    const candidates = Array.from({ length: 48 }, () => "soon");
    const slot = { start_time: SLOT, duration_minutes: 60, alternatives: 1 };
    const calls: readonly Omit<DoorCall, "key">[] = [
      { method: METHODS.rankSafeSlots, request: { lat: 1, lng: 2, slots } },
      { method: METHODS.getBookingConfidence, request: { lat: 1, lng: 2, ...slot, candidates } },
    ];
    for (const call of calls) {
      for (const { door, fault } of await faultsOf(service.doors, { ...call, key })) {
        expect(fault.code, door).toBe("invalid_argument");
        expect(fault.violations.length, door).toBeLessThanOrEqual(20);
        expect(fault.sentence.length, door).toBeLessThan(3_000);
      }
    }
  });
});

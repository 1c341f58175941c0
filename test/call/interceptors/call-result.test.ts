import { describe, expect, it } from "vitest";
import { callResult } from "../../../src/call/interceptors/call-result.ts";

describe("callResult", () => {
  it.each([
    ["good", "ok", 1_000],
    ["late", "ok", 1_001],
    ["failed", "unavailable", 1],
    ["failed", "internal", 1],
    ["failed", "unknown", 1],
    ["failed", "data_loss", 1],
    ["failed", "deadline_exceeded", 10_000],
    // In a core, the deadline begins later than in its sidecar and ends at the same time.
    ["failed", "deadline_exceeded", 9_600],
    ["late", "deadline_exceeded", 3_000],
    ["late", "canceled", 3_000],
    [undefined, "deadline_exceeded", 400],
    [undefined, "canceled", 1_000],
    [undefined, "invalid_argument", 1],
    [undefined, "unauthenticated", 1],
    [undefined, "permission_denied", 1],
    [undefined, "resource_exhausted", 5_000],
    [undefined, "unimplemented", 1],
  ])("is %s for the code %s after %d ms", (result, code, ms) => {
    expect(callResult({ code, ms, callTimeoutMs: 10_000 })).toBe(result);
  });

  it("is failed at our own deadline, even if that deadline is shorter than the promised time", () => {
    expect(callResult({ code: "deadline_exceeded", ms: 300, callTimeoutMs: 300 })).toBe("failed");
  });
});

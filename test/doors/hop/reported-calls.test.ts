// A call over a stream is logged, counted and traced as one by itself.
import { afterAll, describe, expect, it, vi } from "vitest";
import { createLogLines } from "../../support/fakes/log-lines.ts";
import { metricOf } from "../../support/programs/program.ts";
import { startTestService } from "../../support/service/test-service.ts";
import { WAIT } from "./scripted-ends.ts";

interface LogLine {
  readonly role: string;
  readonly code?: string;
  readonly reason?: string;
  readonly account?: string;
  readonly request_id?: string;
  readonly trace_id?: string;
}

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PATH = "/v1/forecast?lat=1&lng=2&days=1";

const { lines, destination } = createLogLines<LogLine>();
const service = await startTestService({ trustedProxies: ["loopback"], logLevel: "info" }, { destination });
afterAll(() => service.stop());
const ofSidecar = { ops: service.sidecarOpsPort };

describe("a call over a stream", () => {
  /** Makes a call once there is a stream, and returns its answer and the lines about it. */
  const call = async (path: string, requestId: string) => {
    const { key, accountId } = await service.createCaller();
    const { sidecar: port } = service.ports;
    await vi.waitUntil(async () => {
      await service.get(PATH, { key, port });
      return (await metricOf(ofSidecar, "suitability_core_streams")) === 1;
    }, WAIT);
    const counted = await service.callsOf(accountId);
    const made = await metricOf(ofSidecar, "suitability_calls_total");
    const headers = { "x-request-id": requestId, traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` };
    const response = await service.get(path, { key, port, headers });
    await response.text();
    const own = () => lines.filter((line) => line.request_id === requestId);
    await vi.waitFor(() => expect(own()).not.toEqual([]), WAIT);
    return {
      response,
      accountId,
      own: own(),
      counted: (await service.callsOf(accountId)) - counted,
      atSidecar: (await metricOf(ofSidecar, "suitability_calls_total")) - made,
    };
  };

  it("has one line, at the core, with its caller, its id and its trace", async () => {
    const { response, own, accountId } = await call(PATH, "answered-1");
    expect(response.status).toBe(200);
    expect(own).toMatchObject([{ role: "all", code: "ok", account: accountId, trace_id: TRACE_ID }]);
  });

  it("is counted once for its account, with what is left in its answer, and once by the sidecar", async () => {
    const { response, counted, atSidecar } = await call(PATH, "answered-2");
    expect(counted).toBe(1);
    expect(atSidecar).toBe(1);
    expect(response.headers.get("ratelimit")).toMatch(/^"month";r=\d+;t=\d+$/);
    expect(response.headers.get("x-request-id")).toBe("answered-2");
  });

  it("that the core refuses has one line, at the core, and is not counted", async () => {
    const { response, own, counted } = await call(`${PATH}&sport=curling`, "refused-1");
    expect(response.status).toBe(400);
    expect(own).toMatchObject([{ role: "all", code: "invalid_argument", trace_id: TRACE_ID }]);
    expect(counted).toBe(0);
  });
});

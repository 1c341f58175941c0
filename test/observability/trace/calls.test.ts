// One trace from the caller to the weather provider, whichever door the call comes in by. No SDK is registered here.
import { afterAll, describe, expect, it } from "vitest";
import type { Door } from "../../doors/door.ts";
import { METHODS } from "../../doors/methods.ts";
import { startTracedService } from "./traced-service.ts";

const method = METHODS.getForecast;

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const TRACE_PARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`;
const HEX_32 = /^[0-9a-f]{32}$/;

const service = await startTracedService();
afterAll(service.stop);
const { doors } = service;
const atStart = [...service.lines];
let places = 0;

describe("a call's trace", () => {
  /** Asks for a place that is not cached, so that the call reaches the provider. */
  const call = async (door: Door | undefined, headers: Record<string, string> = {}, key = service.key) => {
    service.lines.length = 0;
    places += 1;
    const outcome = await door?.call({ method, request: { lat: places, lng: 0, days: 1 }, key, headers });
    return { outcome, asked: service.upstream.requests.at(-1)?.headers ?? {} };
  };
  const traceIds = () => new Set(service.lines.map(({ trace_id }) => trace_id));

  it("is the caller's at every door, in the log and at the provider, each step under an id of its own", async () => {
    for (const door of doors) {
      const { outcome, asked } = await call(door, { traceparent: TRACE_PARENT, tracestate: "vendor=1" });
      expect(outcome?.kind, door.name).toBe("answer");
      expect(traceIds(), door.name).toEqual(new Set([TRACE_ID]));
      expect(asked["traceparent"], door.name).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
      expect(asked["tracestate"], door.name).toBe("vendor=1");
      const spanIds = [
        ...service.lines.map(({ span_id }) => span_id),
        String(asked["traceparent"]).split("-")[2],
      ];
      expect(new Set([...spanIds, "b7ad6b7169203331"]).size, door.name).toBe(spanIds.length + 1);
    }
  });

  it("is a new one, not sampled, for a caller who sends none", async () => {
    const seen = new Set<string | undefined>();
    for (const door of doors) {
      const { asked } = await call(door);
      const [traceId] = traceIds();
      expect(traceIds().size, door.name).toBe(1);
      expect(traceId, door.name).toMatch(HEX_32);
      expect(asked["traceparent"], door.name).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
      seen.add(traceId);
    }
    expect(seen.size).toBe(doors.length);
  });

  it("is kept apart from those of calls at the same time", async () => {
    service.lines.length = 0;
    const numbers = Array.from({ length: 20 }, (_, i) => String(i + 10));
    await Promise.all(
      numbers.map((number) =>
        doors[Number(number) % doors.length]?.call({
          method,
          request: { lat: Number(number), lng: 1, days: 1 },
          key: service.key,
          headers: { traceparent: `00-${number.repeat(16)}-b7ad6b7169203331-00`, "x-request-id": number },
        }),
      ),
    );
    const calls = service.lines.filter(({ msg }) => msg === "call");
    expect(calls).toHaveLength(20);
    for (const { request_id = "", trace_id } of calls) {
      expect(trace_id).toBe(request_id.repeat(16));
    }
  });

  it("is not in lines that belong to no call", async () => {
    const listening = atStart.filter(({ msg }) => msg === "listening");
    expect(listening).toHaveLength(2);
    expect(listening.every((line) => !("trace_id" in line))).toBe(true);
  });

  // This test comes last, because it closes the store.
  it("is in every log line of a call, which the core writes all if it came through a sidecar", async () => {
    await service.store.close();
    await call(
      doors.find(({ name }) => name.includes("sidecar")),
      { "x-request-id": "the-call" },
    );
    const told = service.lines.map(({ role, msg }) => `${role}: ${msg}`);
    expect(told.toSorted()).toEqual(["all: call", "all: the account store is unavailable"]);
    expect(traceIds().size).toBe(1);
    expect([...traceIds()][0]).toMatch(HEX_32);
  });
});

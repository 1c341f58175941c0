// A process that is asked more than it can answer refuses early and cheaply, at every door alike.
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createApiKey } from "../../src/accounts/api-key.ts";
import { startRest } from "../../src/compose/start-service.ts";
import { configFromEnvironment } from "../../src/config/config.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { METHODS } from "./methods.ts";
import { startWithDoors, useDoors } from "./start-with-doors.ts";

const method = METHODS.getForecast;
const PATH = "/v1/forecast?lat=1&lng=2";

const OVERLOADED = {
  kind: "fault",
  code: "unavailable",
  reason: "OVERLOADED",
  sentence: "The service is asked more than it can answer at the moment. Try again in a few seconds.",
};

let isSaturated = false;
const saturation = { isSaturated: () => isSaturated, start: () => undefined, stop: () => undefined };
const service = await useDoors({}, { saturation });

describe("an overloaded service", () => {
  beforeEach(() => {
    isSaturated = false;
  });

  const get = (port: number, path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });

  it("refuses at every door before it asks who calls or what was said, without its store, and says when to try again", async () => {
    const { store, doors } = await startWithDoors({}, { saturation });
    await store.close();
    isSaturated = true;
    for (const door of doors) {
      const outcome = await door.call({ method, request: { lat: 100, lng: 200, days: 9 }, key: undefined });
      expect(outcome, door.name).toMatchObject(OVERLOADED);
      expect([1, 2, 3, 4, 5], door.name).toContain(
        "retryAfterSeconds" in outcome && outcome.retryAfterSeconds,
      );
    }
  });

  it("says on the operations ports how it is doing, and stays ready: taken out, it would leave its load to the others", async () => {
    isSaturated = true;
    for (const port of [service.ports.ops, service.sidecarOpsPort]) {
      for (const path of ["/livez", "/readyz", "/metrics"]) {
        expect((await get(port, path)).status, path).toBe(200);
      }
    }
  });

  it("counts its refusals, as failures of its own and by their reason", async () => {
    const own = await startWithDoors({}, { saturation });
    isSaturated = true;
    await get(own.ports.http, PATH);
    await get(own.ports.http, PATH);
    const metrics = (await own.metrics()).split("\n");
    expect(metrics).toContain('suitability_throttled_total{reason="overload"} 2');
    expect(metrics).toContain('suitability_calls_total{method="GetForecast",code="unavailable"} 2');
  });

  it("is not a line a call in the log of a sidecar that passes its refusals on", async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: "info", destination: { write: (line) => void lines.push(line) } });
    const anyPort = { host: "127.0.0.1", port: 0 };
    const coreAddress = `127.0.0.1:${service.ports.grpc}`;
    const config = { ...configFromEnvironment({}), httpListen: anyPort, opsListen: anyPort, coreAddress };
    const idle = { isSaturated: () => false, start: () => undefined, stop: () => undefined };
    const sidecar = await startRest(config, { clock: service.clock, logger, saturation: idle });
    onTestFinished(() => sidecar.stop());

    const ask = () => get(sidecar.ports.http, PATH, { "x-api-key": createApiKey() });
    expect((await ask()).status).toBe(401);
    isSaturated = true;
    const response = await ask();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ detail: OVERLOADED.sentence });
    expect(lines.filter((line) => line.includes(`"code":"unauthenticated"`))).toHaveLength(1);
    expect(lines.filter((line) => line.includes(`"code":"unavailable"`))).toEqual([]);
  });
});

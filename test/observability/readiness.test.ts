import { describe, expect, it } from "vitest";
import { createMetrics } from "../../src/observability/metrics.ts";
import { createReadiness, type Dependency } from "../../src/observability/readiness.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { quietOutageLog } from "../support/fakes/quiet-outage-log.ts";

function setUp(dependency: Dependency) {
  const metrics = createMetrics({ version: "test" });
  const { lines, logger } = createRecordingLogger();
  const readiness = createReadiness({ dependency, metrics, logger });
  readiness.start();
  const isReady = async () => (await metrics.ready.get()).values[0]?.value;
  return { readiness, lines, isReady };
}

describe("a process", () => {
  it("that begins to drain while it asks its dependency is not ready", async () => {
    const asked = Promise.withResolvers<void>();
    const { readiness, isReady } = setUp({ outage: quietOutageLog(() => asked.promise) });
    const report = readiness.report();
    readiness.drain();
    asked.resolve();
    expect(await report).toEqual({ ready: false, reason: "draining" });
    expect(await isReady()).toBe(0);
  });

  it("that must not serve, although its dependency answers, says why: at each report, and once in the log", async () => {
    let reason: string | undefined = "a plan is missing";
    const { readiness, lines, isReady } = setUp({
      outage: quietOutageLog(),
      objection: async () => reason,
    });
    for (let report = 0; report < 3; report += 1) {
      expect(await readiness.report()).toEqual({ ready: false, reason: "a plan is missing" });
    }
    expect(await isReady()).toBe(0);
    reason = undefined;
    expect(await readiness.report()).toEqual({ ready: true });
    expect(lines).toMatchObject([
      { level: "error", msg: "not ready", reason: "a plan is missing" },
      { level: "info", msg: "ready" },
    ]);
  });

  it("whose dependency fails while it is asked for objections is not ready because of the dependency", async () => {
    const outage = quietOutageLog();
    const { readiness } = setUp({
      outage,
      objection: async () => {
        throw new Error("gone");
      },
    });
    expect(await readiness.report()).toEqual({ ready: false, reason: "the account store is unavailable" });
    expect(await outage.explains()).toBe(true);
  });
});

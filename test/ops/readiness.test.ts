import { expect, it } from "vitest";
import { createLogger } from "../../src/ops/logger.ts";
import { createMetrics } from "../../src/ops/metrics.ts";
import { createReadiness } from "../../src/ops/readiness.ts";
import { createLogLines } from "../support/log-lines.ts";

it("a process that begins to drain while it asks its dependency is not ready", async () => {
  const asked = Promise.withResolvers<void>();
  const metrics = createMetrics({ version: "test" });
  const readiness = createReadiness({
    dependency: { name: "account store", ping: () => asked.promise },
    metrics,
    logger: createLogger({ level: "info", destination: createLogLines().destination }),
  });
  readiness.start();
  const report = readiness.report();
  readiness.drain();
  asked.resolve();
  expect(await report).toEqual({ ready: false, reason: "draining" });
  expect((await metrics.ready.get()).values[0]?.value).toBe(0);
});

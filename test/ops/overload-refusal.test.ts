import { setImmediate as turnEnd } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { createOverloadRefusal, type OverloadRefusal } from "../../src/ops/overload-refusal.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { createMetrics, type Metrics } from "../../src/ops/metrics.ts";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";

const method = ForecastService.method.getForecast;

describe("a refusal for overload", () => {
  let clock: ManualClock;
  let lines: { msg: string; refused: number }[];
  let metrics: Metrics;
  let refuse: OverloadRefusal;

  beforeEach(() => {
    clock = createManualClock(0);
    lines = [];
    metrics = createMetrics({ version: "test" });
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
    refuse = createOverloadRefusal({
      saturation: { isSaturated: () => true },
      metrics,
      logger: createLogger({ level: "info", destination }),
      clock,
    });
  });

  it("is told at the end of the turn, so that who tries again at once is not refused twice in it", async () => {
    const told: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      void refuse(method)?.then(() => told.push(call));
    }
    await new Promise((resolve) => process.nextTick(resolve));
    expect(told).toEqual([]);
    await turnEnd();
    expect(told.toSorted()).toEqual([0, 1, 2]);
    await expect(refuse(method)).resolves.toBeInstanceOf(Error);
  });

  it("is a failure of nobody knows whose call", async () => {
    void refuse(method);
    void refuse(method);
    await turnEnd();
    expect(await metrics.registry.metrics()).toContain(
      'suitability_account_calls_total{account="unknown",result="failed"} 2',
    );
  });

  it("does not send everybody back at the same time", async () => {
    const errors = await Promise.all(Array.from({ length: 200 }, () => refuse(method)));
    const seconds = errors.map((error) => error?.findDetails(RetryInfoSchema)[0]?.retryDelay?.seconds);
    expect(new Set(seconds)).toEqual(new Set([1n, 2n, 3n, 4n, 5n]));
  });

  it("is one line in ten seconds in the log, however many there are, with their number", async () => {
    const refuseMany = async (count: number) => {
      for (let i = 0; i < count; i += 1) void refuse(method);
      await turnEnd();
    };
    await refuseMany(5_000);
    expect(lines.map(({ refused }) => refused)).toEqual([5_000]);
    clock.advance(9_999);
    await refuseMany(300);
    expect(lines.map(({ refused }) => refused)).toEqual([5_000]);
    clock.advance(1);
    await refuseMany(7);
    expect(lines.map(({ refused }) => refused)).toEqual([5_000, 307]);
  });
});

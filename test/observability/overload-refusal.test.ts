import { setImmediate as turnEnd } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { createOverloadRefusal, type OverloadRefusal } from "../../src/observability/overload-refusal.ts";
import { createLostCalls } from "../../src/observability/lost-calls.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";

const method = ForecastService.method.getForecast;

describe("a refusal for overload", () => {
  let clock: ManualClock;
  let lines: readonly { readonly refused: number }[];
  let lost: number;
  let refuse: OverloadRefusal;

  beforeEach(() => {
    clock = createManualClock(0);
    lost = 0;
    const lostCalls = createLostCalls();
    lostCalls.whenLost((calls) => {
      lost += calls;
    });
    const log = createRecordingLogger<{ refused: number }>();
    ({ lines } = log);
    refuse = createOverloadRefusal({
      saturation: { isSaturated: () => true },
      metrics: createMetrics({ version: "test" }),
      lostCalls,
      logger: log.logger,
      clock,
    });
  });

  it("is sent at the end of the turn, so that a caller who retries at once is not refused twice in one turn", async () => {
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

  it("spreads the retries of callers over five seconds", async () => {
    const errors = await Promise.all(Array.from({ length: 200 }, () => refuse(method)));
    const seconds = errors.map((error) => error?.findDetails(RetryInfoSchema)[0]?.retryDelay?.seconds);
    expect(new Set(seconds)).toEqual(new Set([1n, 2n, 3n, 4n, 5n]));
  });

  const refuseMany = async (count: number) => {
    for (let i = 0; i < count; i += 1) void refuse(method);
    await turnEnd();
  };

  it("is a lost call", async () => {
    await refuseMany(5_000);
    expect(lost).toBe(5_000);
  });

  it("is in one log line in ten seconds, with the number of refusals", async () => {
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

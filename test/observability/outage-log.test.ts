import { describe, expect, it } from "vitest";
import { OutageLog } from "../../src/observability/outage-log.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";

const BEGUN = "the account store is unavailable";
const STILL = "the account store is still unavailable";
const OVER = "the account store is available again";

/** A store that fails with `reason` while it is set, and a time that passes a second at a time, with a look after each. */
function setUp() {
  const state: { reason: string | undefined } = { reason: undefined };
  const { lines, logger } = createRecordingLogger();
  const clock = createManualClock("2026-11-21T12:00:00Z");
  let pings = 0;
  const outage = new OutageLog({
    name: "account store",
    refusal: "STORE_UNAVAILABLE",
    ping: async () => {
      pings += 1;
      if (state.reason !== undefined) throw new Error(state.reason);
    },
    clock,
    logger,
  });
  const call = () => {
    if (state.reason === undefined) return;
    outage.noteFailure(new Error(state.reason));
    outage.noteRefusal("STORE_UNAVAILABLE");
  };
  const pass = async (seconds: number, { calls = 0 } = {}) => {
    for (let second = 0; second < seconds; second += 1) {
      for (let n = 0; n < calls; n += 1) call();
      clock.advance(1_000);
      await outage.watch();
    }
  };
  const said = () => lines.map(({ level: _level, time: _time, ...rest }) => rest);
  return { state, outage, clock, call, pass, said, lines, pings: () => pings };
}

describe("an outage", () => {
  it("has a line with its cause when it begins, one a minute with the calls that failed so far, and one when it is over", async () => {
    const { state, pass, said, lines } = setUp();
    state.reason = "gone";
    await pass(130, { calls: 3 });
    state.reason = undefined;
    await pass(12, { calls: 3 });
    expect(said()).toEqual([
      { msg: BEGUN, reason: "gone" },
      { msg: STILL, seconds: 60, calls_failed: 180 },
      { msg: STILL, seconds: 120, calls_failed: 360 },
      { msg: OVER, seconds: 131, calls_failed: 390 },
    ]);
    expect(lines.map(({ level }) => level)).toEqual(["error", "error", "error", "info"]);
  });

  it("has its cause in the minute's line if that has changed, and not again after that", async () => {
    const { state, pass, said } = setUp();
    state.reason = "the connection broke";
    await pass(30, { calls: 1 });
    state.reason = "nobody listens";
    await pass(160);
    expect(said().map(({ reason }) => reason)).toEqual([
      "the connection broke",
      "nobody listens",
      undefined,
      undefined,
    ]);
  });

  it("is one outage, however often it answers for less than ten seconds", async () => {
    const { state, pass, said } = setUp();
    for (let round = 0; round < 5; round += 1) {
      state.reason = "gone";
      await pass(1, { calls: 1 });
      state.reason = undefined;
      await pass(9);
    }
    await pass(3);
    expect(said()).toEqual([
      { msg: BEGUN, reason: "gone" },
      { msg: OVER, seconds: 42, calls_failed: 5 },
    ]);
  });

  it("lasts until the store answers, not until that is logged", async () => {
    const { state, call, pass, said } = setUp();
    state.reason = "gone";
    call();
    state.reason = undefined;
    await pass(20);
    expect(said().at(-1)).toEqual({ msg: OVER, seconds: 1, calls_failed: 1 });
  });

  it("begins with the check that a refusal without asking causes", async () => {
    const { state, outage, pass, said } = setUp();
    state.reason = "gone";
    await pass(5);
    expect(said()).toEqual([]);
    outage.noteRefusal("STORE_UNAVAILABLE");
    await pass(1);
    expect(said()).toEqual([{ msg: BEGUN, reason: "gone" }]);
    state.reason = undefined;
    await pass(12);
    expect(said().at(-1)).toMatchObject({ msg: OVER, calls_failed: 1 });
  });

  it("does not begin with a refusal after which the store answers", async () => {
    const { outage, pass, said } = setUp();
    outage.noteRefusal("STORE_UNAVAILABLE");
    await pass(2);
    expect(said()).toEqual([]);
  });

  it("does not count calls that were refused for other reasons", async () => {
    const { state, outage, call, pass, said } = setUp();
    outage.noteRefusal("MONTHLY_QUOTA_EXHAUSTED");
    outage.noteRefusal(undefined);
    state.reason = "gone";
    call();
    state.reason = undefined;
    await pass(12);
    expect(said().at(-1)).toMatchObject({ msg: OVER, calls_failed: 1 });
  });

  it("explains what fails meanwhile, even before any call has failed", async () => {
    const { state, outage, said } = setUp();
    state.reason = "gone";
    expect(await outage.explains()).toBe(true);
    state.reason = undefined;
    expect(await outage.explains()).toBe(true);
    expect(said()).toEqual([{ msg: BEGUN, reason: "gone" }]);
  });
});

it("without an outage nothing is explained by one", async () => {
  expect(await setUp().outage.explains()).toBe(false);
});

it("a store that answers is not asked at looks", async () => {
  const { pass, pings } = setUp();
  await pass(100);
  expect(pings()).toBe(0);
});

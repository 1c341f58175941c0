import { describe, expect, it } from "vitest";
import { createLinkWatch } from "../../src/observability/link-watch.ts";
import { createRecordingLogger } from "../support/fakes/recording-logger.ts";
import { quietOutageLog } from "../support/fakes/quiet-outage-log.ts";

/** A replica with a link to its store that the test can cut, and a time that passes only when the test says so. */
function setUp() {
  const state = { nowMs: 0, isCut: false, asked: 0, told: [] as boolean[] };
  let answeredAtMs = 0;
  const answer = () => void (answeredAtMs = state.nowMs);
  const { lines, logger } = createRecordingLogger();
  const { check } = createLinkWatch({
    link: {
      silentMs: () => state.nowMs - answeredAtMs,
      reach: async () => {
        state.asked += 1;
        if (state.isCut) throw new Error("no answer");
        answer();
      },
    },
    setServing: (isServing) => void state.told.push(isServing),
    outage: quietOutageLog(),
    logger,
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      state.nowMs += 1_000;
      await check();
    }
  };
  return { state, lines, pass, answer, check };
}

describe("a replica that watches its link", () => {
  it("leaves the rotation after 10 s without an answer, and is back at the first answer", async () => {
    const { state, lines, pass } = setUp();
    state.isCut = true;
    await pass(9);
    expect(state.told).toEqual([]);
    await pass(20);
    expect(state.told).toEqual([false]);
    state.isCut = false;
    await pass(1);
    expect(state.told).toEqual([false, true]);
    expect(lines.map(({ msg }) => msg)).toEqual([
      "out of rotation: this process has had no answer from its store for 10 s",
      "in rotation again: this process has an answer from its store",
    ]);
  });

  it("stays in rotation however often its link is cut, as long as it has an answer every 10 s", async () => {
    const { state, pass } = setUp();
    for (let round = 0; round < 3; round += 1) {
      state.isCut = true;
      await pass(9);
      state.isCut = false;
      await pass(1);
    }
    expect(state.told).toEqual([]);
  });

  it("does not test its link while calls get answers", async () => {
    const { state, answer, check } = setUp();
    for (let second = 0; second < 20; second += 1) {
      state.nowMs += 500;
      answer();
      state.nowMs += 499;
      await check();
    }
    expect(state).toMatchObject({ asked: 0, told: [] });
  });
});

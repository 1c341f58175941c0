import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createSaturation } from "../../src/ops/saturation.ts";
import { createManualClock, type ManualClock } from "../support/manual-clock.ts";

/** What the last of so many calls is told. */
function toldToLast(saturation: { isSaturated(): boolean }, calls = 101): boolean {
  let told = false;
  for (let call = 0; call < calls; call += 1) told = saturation.isSaturated();
  return told;
}

describe("saturation", () => {
  let clock: ManualClock;
  let saturation: ReturnType<typeof createSaturation>;

  beforeEach(() => {
    clock = createManualClock(0);
    saturation = createSaturation(clock);
    saturation.beat();
  });

  /** A turn of the event loop, and the beat at its end. */
  const turn = (ms: number) => {
    clock.advance(ms);
    saturation.beat();
  };
  const isSaturatedAfter = (ms: number, calls?: number) => {
    clock.advance(ms);
    return toldToLast(saturation, calls);
  };

  it("is claimed once a turn has lasted 200 ms longer than it should, if the turn before was long too", () => {
    turn(20);
    turn(300);
    expect(isSaturatedAfter(220)).toBe(false);
    expect(isSaturatedAfter(1)).toBe(true);
  });

  it("is not claimed for fewer than a hundred calls a turn: those do not hold it up", () => {
    turn(20);
    turn(300);
    expect(isSaturatedAfter(5_000, 100)).toBe(false);
    expect(isSaturatedAfter(0, 1)).toBe(true);
    turn(0);
    expect(isSaturatedAfter(5_000, 100)).toBe(false);
  });

  it("is not claimed for one long turn: what waited during a pause is answered", () => {
    turn(20);
    expect(isSaturatedAfter(5_000)).toBe(false);
    saturation.beat();
    expect(isSaturatedAfter(20)).toBe(false);
  });

  it("admits what fits into each turn for as long as it lasts, and is over with a turn that ends in time", () => {
    for (let i = 0; i < 10; i += 1) {
      turn(300);
      expect(isSaturatedAfter(150)).toBe(false);
      expect(isSaturatedAfter(100)).toBe(true);
    }
    turn(20);
    turn(20);
    expect(isSaturatedAfter(1_000)).toBe(false);
  });

  it("is not claimed before the event loop has been watched", () => {
    const unwatched = createSaturation(clock);
    expect(toldToLast(unwatched)).toBe(false);
    unwatched.beat();
    expect(isSaturatedAfter(1_000)).toBe(false);
  });
});

describe("saturation of a real event loop", () => {
  /** Long enough for the beat that is due by then to come first. */
  const untilBeaten = () => delay(25);
  const keepBusy = (ms: number) => {
    const startedMs = performance.now();
    while (performance.now() - startedMs < ms);
  };

  it("is claimed while work goes on without an end, and only while it is watched", async () => {
    const saturation = createSaturation({ nowMs: () => performance.now() });
    keepBusy(300);
    expect(toldToLast(saturation)).toBe(false);

    saturation.start();
    onTestFinished(() => saturation.stop());
    await untilBeaten();
    keepBusy(300);
    expect(toldToLast(saturation)).toBe(false);
    await delay(0);
    keepBusy(300);
    expect(toldToLast(saturation)).toBe(true);
  });
});

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSaturation } from "../../src/observability/saturation.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";

/** What `isSaturated` returns to the last of these calls. */
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

  it("is reported when a turn has lasted 200 ms longer than it should, if the turn before was long too", () => {
    turn(20);
    turn(300);
    expect(isSaturatedAfter(220)).toBe(false);
    expect(isSaturatedAfter(1)).toBe(true);
  });

  it("is not reported for a hundred calls a turn or fewer: so few calls do not make a turn long", () => {
    turn(20);
    turn(300);
    expect(isSaturatedAfter(5_000, 100)).toBe(false);
    expect(isSaturatedAfter(0, 1)).toBe(true);
    turn(0);
    expect(isSaturatedAfter(5_000, 100)).toBe(false);
  });

  it("is not reported for one long turn: calls that waited during a pause are answered", () => {
    turn(20);
    expect(isSaturatedAfter(5_000)).toBe(false);
    saturation.beat();
    expect(isSaturatedAfter(20)).toBe(false);
  });

  it("refuses only the calls that do not fit into each turn", () => {
    for (let i = 0; i < 10; i += 1) {
      turn(300);
      expect(isSaturatedAfter(150)).toBe(false);
      expect(isSaturatedAfter(100)).toBe(true);
    }
  });

  it("ends with a turn that is not late", () => {
    turn(300);
    expect(isSaturatedAfter(250)).toBe(true);
    turn(20);
    turn(20);
    expect(isSaturatedAfter(1_000)).toBe(false);
  });
});

it("saturation of a real event loop is reported while it is watched and each turn lasts too long", async () => {
  const clock = createManualClock(0);
  const saturation = createSaturation(clock);
  const isSaturatedInLongTurn = () => {
    clock.advance(300);
    return toldToLast(saturation);
  };
  expect([isSaturatedInLongTurn(), isSaturatedInLongTurn()]).toEqual([false, false]);

  saturation.start();
  onTestFinished(() => saturation.stop());
  // The event loop has to beat twice: one beat to start from, and one that is late. The poll runs between any two beats.
  await vi.waitFor(() => expect(isSaturatedInLongTurn()).toBe(true), { timeout: 15_000, interval: 1 });
});

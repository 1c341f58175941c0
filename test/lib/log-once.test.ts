import { describe, expect, it } from "vitest";
import { atMostEvery, atMostEveryForEach, onceForEach, whenChanged } from "../../src/lib/log-once.ts";
import { createManualClock } from "../support/fakes/manual-clock.ts";

const NINETY_EIGHT = Array.from({ length: 98 }, (_, i) => `key ${i}`);

describe("at most every ten seconds", () => {
  it("the first line is due at once, the next one after ten seconds, with all that happened since the first", () => {
    const clock = createManualClock(0);
    const due = atMostEvery(clock, 10_000);
    expect(due(5_000)).toBe(5_000);
    clock.advance(9_999);
    expect([due(300), due()]).toEqual([0, 0]);
    clock.advance(1);
    expect([due(7), due()]).toEqual([308, 0]);
  });

  it("each key has its own line", () => {
    const clock = createManualClock(0);
    const due = atMostEveryForEach(clock, 10_000);
    expect([due("slow"), due("slow"), due("gone")]).toEqual([1, 0, 1]);
    clock.advance(10_000);
    expect([due("slow"), due("gone")]).toEqual([2, 1]);
  });

  it("of more than a hundred keys, the one that was used longest ago is forgotten", () => {
    const due = atMostEveryForEach(createManualClock(0), 10_000);
    for (const key of ["a", "b", ...NINETY_EIGHT]) due(key);
    expect(["a", "one more", "a", "b"].map((key) => due(key))).toEqual([0, 1, 0, 1]);
  });
});

describe("once for each", () => {
  it("a key gets one line", () => {
    const isFirst = onceForEach();
    expect(["a", "b", "a"].map(isFirst)).toEqual([true, true, false]);
  });

  it("keys after the hundredth get none", () => {
    const isFirst = onceForEach();
    for (const key of ["a", ...NINETY_EIGHT]) isFirst(key);
    expect(["the hundredth", "one more"].map(isFirst)).toEqual([true, false]);
  });
});

describe("when changed", () => {
  it("a value gets a line unless it is the one before, or the initial one", () => {
    const isNew = whenChanged<string | undefined>(undefined);
    expect([undefined, "full", "full", "slow", undefined, "slow"].map(isNew)).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { createGrowingLru } from "../../src/lib/growing-lru.ts";

describe("a growing LRU cache", () => {
  it("takes hardly any memory while it is empty, however many entries it may have", () => {
    const before = process.memoryUsage();
    const cache = createGrowingLru<string, object>(20_000_000);
    const after = process.memoryUsage();
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(
      20_000_000,
    );
    expect(cache.size).toBe(0);
  });

  it("drops the entry that was used least recently when it is full, and says so", () => {
    const dropped: number[] = [];
    const cache = createGrowingLru<string, number>(2, { dispose: (value) => dropped.push(value) });
    cache.set("a", 1).set("b", 2);
    cache.get("a");
    cache.set("c", 3);
    expect([...cache.keys()]).toEqual(["c", "a"]);
    expect(dropped).toEqual([2]);
  });
});

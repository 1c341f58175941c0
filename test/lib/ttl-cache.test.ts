import { beforeEach, describe, expect, it } from "vitest";
import { createTtlCache } from "../../src/lib/ttl-cache.ts";
import { createManualClock, type ManualClock } from "../support/fakes/manual-clock.ts";

describe("a TTL cache", () => {
  let clock: ManualClock;
  let cache: ReturnType<typeof createTtlCache<string>>;

  beforeEach(() => {
    clock = createManualClock("2026-11-21T12:00:00Z");
    cache = createTtlCache({ clock, max: 2, ttlMs: 1_000 });
  });

  it("has an entry for its time to live, and not after it, however often it is read", () => {
    cache.set("a", "one");
    for (let quarter = 0; quarter < 4; quarter += 1) {
      clock.advance(250);
      expect(cache.get("a")).toBe("one");
    }
    clock.advance(1);
    expect(cache.get("a")).toBeUndefined();
  });

  it("lets an entry that is set again live anew", () => {
    cache.set("a", "one");
    clock.advance(900);
    cache.set("a", "two");
    clock.advance(900);
    expect(cache.get("a")).toBe("two");
  });

  it("lets a single entry live for a time of its own", () => {
    cache.set("a", "one", { ttl: 5_000 });
    clock.advance(5_000);
    expect(cache.get("a")).toBe("one");
    clock.advance(1);
    expect(cache.get("a")).toBeUndefined();
  });

  it("drops the least recently used entry when it is full", () => {
    cache.set("a", "one");
    cache.set("b", "two");
    cache.get("a");
    cache.set("c", "three");
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual(["one", undefined, "three"]);
  });
});

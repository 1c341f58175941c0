import { describe, expect, it } from "vitest";
import { loadOnce } from "../../src/lib/load-once.ts";

describe("loadOnce", () => {
  it("loads nothing before the first call", () => {
    let loads = 0;
    loadOnce(async () => (loads += 1));
    expect(loads).toBe(0);
  });

  it("loads once for those who call while it loads, and for later ones", async () => {
    let loads = 0;
    const loaded = loadOnce(async () => ({ loads: (loads += 1) }));
    const [first, second] = await Promise.all([loaded(), loaded()]);
    expect(second).toBe(first);
    expect(await loaded()).toBe(first);
    expect(loads).toBe(1);
  });

  it("fails for everybody who waits, and tries again for the next", async () => {
    let loads = 0;
    const loaded = loadOnce(async () => {
      loads += 1;
      if (loads === 1) throw new Error("too many open files");
      return loads;
    });
    const waiting = await Promise.allSettled([loaded(), loaded()]);
    expect(waiting.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await loaded()).toBe(2);
  });
});

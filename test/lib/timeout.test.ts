import { describe, expect, it } from "vitest";
import { TimeoutError, withTimeout } from "../../src/lib/timeout.ts";
import { holdUp } from "../support/fakes/hold-up.ts";

const NEVER = new Promise<never>(() => undefined);
const TIMEOUT_MS = 60;
/** Blocks the process for so long that a timer of TIMEOUT_MS is late by more than a third of its time. */
const HELD_UP_MS = 2 * TIMEOUT_MS;

describe("withTimeout", () => {
  it("gives the work the same time again if the process itself was blocked", async () => {
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    const told = withTimeout(TIMEOUT_MS, answer);
    holdUp(HELD_UP_MS);
    // The first timer, long overdue, fires before this one.
    setTimeout(() => resolve("an answer"), TIMEOUT_MS / 3);
    expect(await told).toBe("an answer");
  });

  it("gives the time again only once, and reports overload if the process was blocked both times", async () => {
    const told = withTimeout(TIMEOUT_MS, NEVER);
    holdUp(HELD_UP_MS);
    setTimeout(() => holdUp(HELD_UP_MS), 1);
    await expect(told).rejects.toEqual(new TimeoutError(TIMEOUT_MS, { isOverload: true }));
  });

  it("reports no overload if the process was not blocked in the second period", async () => {
    const told = withTimeout(TIMEOUT_MS, NEVER);
    holdUp(HELD_UP_MS);
    await expect(told).rejects.toMatchObject({
      name: "TimeoutError",
      message: "there was no answer within 60 ms",
      isOverload: false,
    });
  });
});

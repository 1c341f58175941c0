import { describe, expect, it } from "vitest";
import { TimeoutError, within } from "../src/deadline.ts";
import { holdUp } from "./support/hold-up.ts";

const NEVER = new Promise<never>(() => undefined);
const TIMEOUT_MS = 60;
/** A timer of so many ms is late by more than a third of them. */
const HELD_UP_MS = 2 * TIMEOUT_MS;

describe("within", () => {
  it("gives the time once more where the process itself was held up", async () => {
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    const told = within(TIMEOUT_MS, answer);
    holdUp(HELD_UP_MS);
    // Later than the first timer has been due for long.
    setTimeout(() => resolve("an answer"), TIMEOUT_MS / 3);
    expect(await told).toBe("an answer");
  });

  it("once only, and says that the process is overloaded where it was held up again", async () => {
    const told = within(TIMEOUT_MS, NEVER);
    holdUp(HELD_UP_MS);
    setTimeout(() => holdUp(HELD_UP_MS), 1);
    await expect(told).rejects.toEqual(new TimeoutError(TIMEOUT_MS, { isOverload: true }));
  });

  it("blames the other where that has had all of its time", async () => {
    const told = within(TIMEOUT_MS, NEVER);
    holdUp(HELD_UP_MS);
    await expect(told).rejects.toMatchObject({
      name: "TimeoutError",
      message: "there was no answer within 60 ms",
      isOverload: false,
    });
  });
});

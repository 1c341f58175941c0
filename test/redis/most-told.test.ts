import { describe, expect, it } from "vitest";
import { mostTold } from "../../src/redis/most-told.ts";

const NEVER = new Promise<string>(() => undefined);
const says = (text: string) => Promise.resolve(text);
const fails = (reason: string) => Promise.reject(new Error(reason));

describe("mostTold", () => {
  it("is what more than half agree on, without waiting for the others", async () => {
    expect(await mostTold([NEVER, says("b"), says("b")])).toBe("b");
  });

  it("is what most of those say who answer, where no half agrees", async () => {
    expect(await mostTold([says("a"), fails("away"), fails("away")])).toBe("a");
    expect(await mostTold([says("a"), says("b"), fails("away"), says("b"), fails("away")])).toBe("b");
  });

  it("rejects where nobody answers, with a reason that was told", async () => {
    await expect(mostTold([fails("the first is away"), fails("the second too")])).rejects.toThrow("away");
  });
});

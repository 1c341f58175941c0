import { describe, expect, it } from "vitest";
import { onceForFrozen } from "../src/once-for-frozen.ts";

describe("what follows from an object", () => {
  const counting = () => {
    let made = 0;
    return onceForFrozen(
      ({ name }: { readonly name: string }, suffix: string) => `${name}${suffix}${++made}`,
    );
  };

  it("is made once where the object is frozen", () => {
    const make = counting();
    const frozen = Object.freeze({ name: "a" });
    expect([make(frozen, "-"), make(frozen, "-")]).toEqual(["a-1", "a-1"]);
  });

  it("is made for each frozen object, also where two are alike", () => {
    const make = counting();
    expect([make(Object.freeze({ name: "a" }), "-"), make(Object.freeze({ name: "a" }), "-")]).toEqual([
      "a-1",
      "a-2",
    ]);
  });

  it("is made each time where the object may have changed", () => {
    const make = counting();
    const open = { name: "a" };
    const before = make(open, "-");
    open.name = "b";
    expect([before, make(open, "-")]).toEqual(["a-1", "b-2"]);
  });

  it("is kept also where it is undefined", () => {
    let made = 0;
    const make = onceForFrozen((_from: object) => void (made += 1));
    const frozen = Object.freeze({});
    make(frozen);
    make(frozen);
    expect(made).toBe(1);
  });

  it("that could not be made is tried again", () => {
    let isBroken = true;
    const make = onceForFrozen((_from: object) => {
      if (isBroken) throw new Error("broken");
      return "made";
    });
    const frozen = Object.freeze({});
    expect(() => make(frozen)).toThrow("broken");
    isBroken = false;
    expect(make(frozen)).toBe("made");
  });
});

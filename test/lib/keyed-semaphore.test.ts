import { expect, it } from "vitest";
import { createAtOnce } from "../../src/lib/keyed-semaphore.ts";

it("runs at most the given number of turns of a key at once, and starts waiting turns in order of arrival", () => {
  const { enter, isFull } = createAtOnce();
  const begun: string[] = [];
  const turn = (name: string, key = "a") => enter(key, 1, () => void begun.push(name));
  const [leaveFirst, leaveSecond] = ["first", "second"].map((name) => turn(name));
  const leaveThird = turn("third");
  turn("of another key", "b");
  expect(begun).toEqual(["first", "of another key"]);
  // A turn that leaves while it waits frees no slot. A turn that leaves twice frees its slot once.
  leaveSecond?.();
  leaveSecond?.();
  expect(begun).toHaveLength(2);
  leaveFirst?.();
  leaveFirst?.();
  turn("fourth");
  expect(begun.slice(2)).toEqual(["third"]);
  leaveThird();
  expect(begun.slice(2)).toEqual(["third", "fourth"]);
  expect([isFull("a", 1), isFull("a", 2)]).toEqual([true, false]);
});

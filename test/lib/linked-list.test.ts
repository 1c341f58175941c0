import { expect, it } from "vitest";
import { LinkedList } from "../../src/lib/linked-list.ts";

it("a linked list has its values in order of arrival, whichever of them are removed", () => {
  const list = new LinkedList<string>();
  const [a, b, , d] = ["a", "b", "c", "d"].map((value) => list.add(value));
  const left = () => [...list];
  if (b !== undefined) list.remove(b);
  expect(left()).toEqual(["a", "c", "d"]);
  if (a !== undefined) list.remove(a);
  if (d !== undefined) list.remove(d);
  list.add("e");
  expect(left()).toEqual(["c", "e"]);
  expect(list.takeOldest()).toBe("c");
  expect(left()).toEqual(["e"]);
});

it("an entry that is removed twice takes nothing else with it", () => {
  const list = new LinkedList<string>();
  const entry = list.add("a");
  list.add("b");
  list.remove(entry);
  list.remove(entry);
  expect(list.size).toBe(1);
  expect([...list]).toEqual(["b"]);
});

it("the entry that an iteration has just returned may be removed", () => {
  const list = new LinkedList<number>();
  const entries = [1, 2, 3].map((value) => list.add(value));
  const seen: number[] = [];
  for (const value of list) {
    seen.push(value);
    const entry = entries[value - 1];
    if (entry !== undefined) list.remove(entry);
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(list.size).toBe(0);
});

import { beforeEach, expect, it } from "vitest";
import { createKeyedSemaphore, type KeyedSemaphore, type Release } from "../../src/lib/keyed-semaphore.ts";

let semaphore: KeyedSemaphore;
let acquired: string[];

beforeEach(() => {
  semaphore = createKeyedSemaphore();
  acquired = [];
});

function acquire(name: string, key = "a"): Release {
  return semaphore.acquire(key, 1, () => void acquired.push(name));
}

it("gives no more permits of a key than the given number", () => {
  acquire("first");
  acquire("second");
  expect(acquired).toEqual(["first"]);
});

it("gives permits of one key whatever is held of another", () => {
  acquire("first");
  acquire("of another key", "b");
  expect(acquired).toEqual(["first", "of another key"]);
});

it("gives a released permit to the one who has waited longest", () => {
  const releaseFirst = acquire("first");
  const releaseSecond = acquire("second");
  acquire("third");
  releaseFirst();
  expect(acquired).toEqual(["first", "second"]);
  releaseSecond();
  expect(acquired).toEqual(["first", "second", "third"]);
});

it("frees nothing when one who waits leaves", () => {
  acquire("first");
  acquire("second")();
  acquire("third");
  expect(acquired).toEqual(["first"]);
});

it("frees one permit when the same one is released twice", () => {
  const releaseFirst = acquire("first");
  for (const name of ["second", "third"]) acquire(name);
  releaseFirst();
  releaseFirst();
  expect(acquired).toEqual(["first", "second"]);
});

it("is full when as many are held as are allowed", () => {
  acquire("first");
  expect([semaphore.isFull("a", 1), semaphore.isFull("a", 2), semaphore.isFull("b", 1)]).toEqual([
    true,
    false,
    false,
  ]);
});

import { describe, expect, it } from "vitest";
import { FREE_METHOD, METHODS, UNCOUNTED_METHODS } from "../../src/api/methods.ts";

const namesOf = (methods: Iterable<{ readonly name: string }>) =>
  Array.from(methods, ({ name }) => name).toSorted();

describe("the list of methods", () => {
  it("counts every answer but those about sports, usage and the status", () => {
    expect(namesOf(UNCOUNTED_METHODS)).toEqual(["GetStatus", "GetUsage", "ListSports"]);
  });

  it("has an uncounted method with which a key is tried", () => {
    expect(METHODS.find(({ method }) => method === FREE_METHOD)?.access).toBe("free");
    expect(UNCOUNTED_METHODS).toContain(FREE_METHOD);
  });
});

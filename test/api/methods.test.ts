import { describe, expect, it } from "vitest";
import {
  ALL_SERVICES,
  FREE_METHOD,
  KEYED_METHODS,
  SERVICES,
  UNCOUNTED_METHODS,
} from "../../src/api/methods.ts";

const namesOf = (methods: Iterable<{ readonly name: string }>) =>
  Array.from(methods, ({ name }) => name).toSorted();

describe("the list of methods", () => {
  it("has every method of its services", () => {
    expect(namesOf(KEYED_METHODS)).toEqual(namesOf(SERVICES.flatMap(({ methods }) => methods)));
    expect(namesOf(ALL_SERVICES.flatMap(({ methods }) => methods))).toEqual(
      [...namesOf(KEYED_METHODS), "GetStatus"].toSorted(),
    );
  });

  it("counts every answer but those about sports, usage and the status", () => {
    expect(namesOf(UNCOUNTED_METHODS)).toEqual(["GetStatus", "GetUsage", "ListSports"]);
  });

  it("has an uncounted method with which a key is tried", () => {
    expect(KEYED_METHODS).toContain(FREE_METHOD);
    expect(UNCOUNTED_METHODS).toContain(FREE_METHOD);
  });
});

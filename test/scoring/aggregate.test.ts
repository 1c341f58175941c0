import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../src/scoring/aggregate.ts";

const entry = fc.record({
  value: fc.double({ min: 0, max: 100, noNaN: true }),
  minutes: fc.integer({ min: 1, max: 60 }),
});
const entries = fc.array(entry, { minLength: 1, maxLength: 25 });
type Entry = { readonly value: number; readonly minutes: number };

function aggregated(list: readonly Entry[]): number {
  return aggregate(
    Float64Array.from(list, ({ value }) => value),
    Float64Array.from(list, ({ minutes }) => minutes),
  );
}

describe("aggregate", () => {
  test.each([
    { name: "one part", list: [{ value: 70, minutes: 5 }], expected: 70 },
    {
      name: "two hours: the worse one fills the worst minutes",
      list: [
        { value: 100, minutes: 60 },
        { value: 50, minutes: 60 },
      ],
      expected: 0.4 * 75 + 0.6 * 50,
    },
    {
      name: "90 minutes: 45 of them are the worst",
      list: [
        { value: 100, minutes: 60 },
        { value: 40, minutes: 30 },
      ],
      expected: 0.4 * 80 + 0.6 * ((40 * 30 + 100 * 15) / 45),
    },
    {
      name: "four hours: the worst 60 minutes are taken from two",
      list: [
        { value: 90, minutes: 60 },
        { value: 20, minutes: 30 },
        { value: 90, minutes: 60 },
        { value: 60, minutes: 60 },
        { value: 90, minutes: 30 },
      ],
      expected: 0.4 * ((90 * 150 + 20 * 30 + 60 * 60) / 240) + 0.6 * 40,
    },
  ])("$name", ({ list, expected }) => {
    expect(aggregated(list)).toBeCloseTo(expected, 10);
  });

  test("does not look at entries without minutes", () => {
    expect(aggregate(Float64Array.of(Number.NaN, 80, 0), Float64Array.of(0, 30, 0))).toBe(80);
  });

  test("gives equal values back exactly, whatever entries without minutes hold: steady weather ties", () => {
    fc.assert(
      fc.property(entries, entry, (list, other) => {
        const value = list[0]?.value ?? 0;
        const equal = list.map(({ minutes }) => ({ value, minutes }));
        expect(aggregated(equal)).toBe(value);
        expect(aggregated([{ ...other, minutes: 0 }, ...equal])).toBe(value);
      }),
      // The difference between the two is not a binary fraction: it would not add up again.
      { examples: [[[{ value: 2.9000000000000017, minutes: 30 }], { value: 0.7, minutes: 1 }]] },
    );
  });

  test("never falls when a value rises (P9)", () => {
    fc.assert(
      fc.property(entries, fc.nat(), fc.double({ min: 0, max: 50, noNaN: true }), (list, pick, by) => {
        const raised = list.map((part, index) =>
          index === pick % list.length ? { ...part, value: part.value + by } : part,
        );
        expect(aggregated(raised)).toBeGreaterThanOrEqual(aggregated(list) - 1e-9);
      }),
    );
  });

  test("does not depend on the order (P9)", () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(aggregated(list.toReversed())).toBeCloseTo(aggregated(list), 9);
      }),
    );
  });

  test("does not change when a part is split (P9)", () => {
    fc.assert(
      fc.property(entries, (list) => {
        const halves = list.flatMap(({ value, minutes }) => [
          { value, minutes: minutes / 2 },
          { value, minutes: minutes / 2 },
        ]);
        expect(aggregated(halves)).toBeCloseTo(aggregated(list), 9);
      }),
    );
  });
});

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
  // prettier-ignore
  test.each<[string, (readonly [value: number, minutes: number])[], number]>([
    ["one part", [[70, 5]], 70],
    ["two hours: the worse one fills the worst minutes", [[100, 60], [50, 60]], 0.4 * 75 + 0.6 * 50],
    ["90 minutes: 45 of them are the worst", [[100, 60], [40, 30]],
      0.4 * 80 + 0.6 * ((40 * 30 + 100 * 15) / 45)],
    ["four hours: the worst 60 minutes are taken from two", [[90, 60], [20, 30], [90, 60], [60, 60], [90, 30]],
      0.4 * ((90 * 150 + 20 * 30 + 60 * 60) / 240) + 0.6 * 40],
  ])("%s", (_name, parts, expected) => {
    expect(aggregated(parts.map(([value, minutes]) => ({ value, minutes })))).toBeCloseTo(expected, 10);
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
        const halves = list.map(({ value, minutes }) => ({ value, minutes: minutes / 2 }));
        expect(aggregated([...halves, ...halves])).toBeCloseTo(aggregated(list), 9);
      }),
    );
  });
});

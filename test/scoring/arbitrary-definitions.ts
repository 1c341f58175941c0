// Sports as operators may define them: any mix of sliders, venue facts, shares and curves that is valid.
import fc from "fast-check";
import { SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import type { CurvePoint } from "../../src/scoring/sports/profile.ts";
import type { SportDefinition } from "../../src/scoring/sports/definition.ts";
import { SURFACES } from "../../src/scoring/sports/profiles.ts";
import type { SurfaceName } from "../../src/scoring/sports/profile.ts";

const hundredths = (min: number, max: number) =>
  fc.integer({ min: Math.round(min * 100), max: Math.round(max * 100) }).map((n) => n / 100);
const share = hundredths(0, 1);
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const descending = (numbers: readonly number[]) => numbers.toSorted((a, b) => b - a);

/** A curve that rises to 1 at any of its points, the ends included, and falls from there. */
function unimodalCurve(min: number, max: number): fc.Arbitrary<readonly CurvePoint[]> {
  return fc
    .record({
      xs: fc.uniqueArray(hundredths(min, max), { minLength: 2, maxLength: 12 }),
      ys: fc.array(share, { minLength: 11, maxLength: 11 }),
      summit: fc.nat(),
    })
    .map(({ xs, ys, summit }) => {
      const top = summit % xs.length;
      const suitability = [...ascending(ys.slice(0, top)), 1, ...descending(ys.slice(top, xs.length - 1))];
      return ascending(xs).map((x, point) => [x, suitability[point] ?? 0] as const);
    });
}

const fallingCurve: fc.Arbitrary<readonly CurvePoint[]> = fc
  .array(fc.tuple(hundredths(0.01, 20), share), { minLength: 1, maxLength: 11 })
  .map((points) => {
    const xs = ascending([...new Set(points.map(([x]) => x))]);
    const ys = descending(points.map(([, y]) => y));
    const falling = xs.map((x, point) => [x, ys[point] ?? 0] as const);
    const dry: CurvePoint = [0, 1];
    return [dry].concat(falling);
  });

/** Leaves out the numbers that `covered` and `floodlit` already determine. */
function withoutContradictions({ wet, snow, night, ...rest }: SportDefinition): SportDefinition {
  return {
    ...rest,
    ...(rest.covered !== true && wet !== undefined && { wet }),
    ...(rest.covered !== true && snow !== undefined && { snow }),
    ...(rest.floodlit === undefined && night !== undefined && { night }),
  };
}

export const validDefinition: fc.Arbitrary<SportDefinition> = fc
  .record(
    {
      id: fc.constant("centre_court"),
      base: fc.constantFrom(...SPORT_IDS),
      label: fc.constantFrom("Centre Court", "the club's twenty courts"),
      rain_tolerance: hundredths(0.25, 4),
      wind_tolerance: hundredths(0.5, 2),
      temp_shift_c: hundredths(-10, 10),
      covered: fc.boolean(),
      sheltered: fc.boolean(),
      floodlit: fc.boolean(),
      surface: fc.constantFrom(...(Object.keys(SURFACES) as SurfaceName[])),
      weight: fc.record({ rain: share, wind: share, temp: share, cloud: share }, { requiredKeys: [] }),
      rain: fallingCurve,
      wind: unimodalCurve(0, 90),
      temp: unimodalCurve(-30, 45),
      wet: fc.record(
        { weight: share, half_life_h: hundredths(0.25, 72), full_mm: hundredths(0.1, 100) },
        { requiredKeys: [] },
      ),
      snow: share,
      fog: share,
      night: share,
    },
    { requiredKeys: ["id", "base"] },
  )
  .map(withoutContradictions);

/** Both kinds of sports; each property is tried with both. */
export const SPORTS: readonly {
  readonly whose: string;
  readonly sport: fc.Arbitrary<string | SportDefinition>;
}[] = [
  { whose: "built-in sports", sport: fc.constantFrom(...SPORT_IDS) },
  { whose: "sports of an account's own", sport: validDefinition },
];

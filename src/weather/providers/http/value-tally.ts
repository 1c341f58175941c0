// Reads the values of an answer one by one. Models and their interpolation go a little beyond what is possible (a humidity
// of 101%, a rain of -0.1 mm), and a single wrong value must not cost a place its forecast.
import { COLUMN_BOUNDS, type WeatherColumn } from "../../hourly-weather.ts";

/** What became of values that are not possible: set to the bound that they nearly keep, or left out as unknown. */
export type ValueFate = "clamped" | "dropped";

const FATES: readonly ValueFate[] = ["clamped", "dropped"];

/** Values of an answer that are not possible. */
export interface OddValues {
  readonly source: string;
  /** As the provider spells it. */
  readonly variable: string;
  readonly fate: ValueFate;
  readonly count: number;
}

/** Called for every variable with a count of 0 when a provider is opened, and then with what an answer has. */
export type OnOddValues = (odd: OddValues) => void;

/** The values of one variable of an answer. */
export interface ValueTally {
  readonly column: WeatherColumn;
  /** As the provider spells it. */
  readonly variable: string;
  /** How many there are without the missing ones. */
  values: number;
  clamped: number;
  dropped: number;
  /** The first that was dropped. */
  example: unknown;
}

export function createTally(column: WeatherColumn, variable: string): ValueTally {
  return { column, variable, values: 0, clamped: 0, dropped: 0, example: undefined };
}

/**
 * A value in our unit, which is the provider's value times `factor`. Just outside of its bounds it is the bound; far
 * outside, or if it is no number, it is unknown (NaN) like a missing one.
 */
export function readValue(value: unknown, tally: ValueTally, factor = 1): number {
  if (value === null || value === undefined) return Number.NaN;
  tally.values += 1;
  const { min, max, slack } = COLUMN_BOUNDS[tally.column];
  const converted = typeof value === "number" ? value * factor : Number.NaN;
  // Older answers have -0; adding 0 makes it 0.
  if (converted >= min && converted <= max) return converted + 0;
  if (converted >= min - slack && converted <= max + slack) {
    tally.clamped += 1;
    return converted < min ? min : max;
  }
  return drop(value, tally);
}

/** The WMO code that `codeOf` finds for a provider's code; NaN for a missing code, and for one without a WMO code. */
export function readCode(
  value: unknown,
  tally: ValueTally,
  codeOf: (value: unknown) => number | undefined,
): number {
  if (value === null || value === undefined) return Number.NaN;
  tally.values += 1;
  return codeOf(value) ?? drop(value, tally);
}

function drop(value: unknown, tally: ValueTally): number {
  if (tally.dropped === 0) tally.example = value;
  tally.dropped += 1;
  return Number.NaN;
}

/** Whether more than half is impossible: then the rest is chance, as after a change of units. */
export function isMostlyImpossible({ values, dropped }: Pick<ValueTally, "values" | "dropped">): boolean {
  return dropped > values / 2;
}

/** Calls back for all variables of a source with a count of 0. */
export function beginOddValues(source: string, variables: readonly string[], onOddValues: OnOddValues): void {
  for (const variable of variables)
    for (const fate of FATES) onOddValues({ source, variable, fate, count: 0 });
}

/** Calls back for the variables of an answer that have values that are not possible. */
export function reportOddValues(
  source: string,
  tallies: readonly ValueTally[],
  onOddValues: OnOddValues,
): void {
  for (const { variable, ...counts } of tallies) {
    for (const fate of FATES) {
      const count = counts[fate];
      if (count > 0) onOddValues({ source, variable, fate, count });
    }
  }
}

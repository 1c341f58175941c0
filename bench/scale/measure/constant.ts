import { median } from "../../harness/median.ts";
import type { Constant } from "../constants.ts";

/** What some rounds come to, to three digits: more would change with every run and mean nothing. */
export function constant(what: string, unit: string, rounds: readonly number[]): Constant {
  const digits = (value: number) => Number(value.toPrecision(3));
  return {
    value: digits(median(rounds)),
    least: digits(Math.min(...rounds)),
    greatest: digits(Math.max(...rounds)),
    unit,
    what,
  };
}

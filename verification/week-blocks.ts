// Estimates with intervals, by drawing whole weeks again and again (block bootstrap).
import { HOUR_MS } from "../src/lib/time/clock.ts";

export interface Estimate {
  readonly value: number;
  /** 95% of the draws lie between `low` and `high`. */
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

const WEEK_MS = 7 * 24 * HOUR_MS;
const DRAWS = 1000;

/**
 * The sum of `top` divided by the sum of `bottom`. Sessions of a day share one weather, and a day resembles the next, so whole weeks
 * are drawn, not sessions. The draws are the same in every run.
 */
export function ratioByWeeks<Item extends { readonly startMs: number }>(
  items: readonly Item[],
  top: (item: Item) => number,
  bottom: (item: Item) => number = () => 1,
): Estimate {
  const weeks = new Map<number, { top: number; bottom: number }>();
  for (const item of items) {
    const week = Math.floor(item.startMs / WEEK_MS);
    let sums = weeks.get(week);
    if (sums === undefined) weeks.set(week, (sums = { top: 0, bottom: 0 }));
    sums.top += top(item);
    sums.bottom += bottom(item);
  }
  const blocks = [...weeks.values()];
  const ratio = (drawn: (index: number) => { top: number; bottom: number } | undefined) => {
    let above = 0;
    let below = 0;
    for (let index = 0; index < blocks.length; index += 1) {
      const block = drawn(index);
      above += block?.top ?? 0;
      below += block?.bottom ?? 0;
    }
    return above / below;
  };
  const random = repeatableRandom();
  const draws = Array.from({ length: DRAWS }, () => ratio(() => blocks[Math.floor(random() * blocks.length)]))
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  const at = (share: number) => draws[Math.floor(share * (draws.length - 1))] ?? Number.NaN;
  return { value: ratio((index) => blocks[index]), low: at(0.025), high: at(0.975), n: items.length };
}

/** Mulberry32 with a fixed seed: numbers from 0 to 1. */
function repeatableRandom(): () => number {
  let state = 20_250_101;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

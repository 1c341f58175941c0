import type { BenchCase } from "../harness/bench-case.ts";
import { cold } from "./cold.ts";
import { hourScore } from "./hour-score.ts";
import { manyAccounts } from "./many-accounts.ts";
import { forecast, same, slots, varied } from "./mixes.ts";
import { overload } from "./overload.ts";
import { refused } from "./refused.ts";
import { soak } from "./soak.ts";
import { spends } from "./spends.ts";
import { venues } from "./venues.ts";
import { warmPlaces } from "./warm-places.ts";

/** In the order in which they run: those that count most first. */
export const ALL_CASES: readonly BenchCase[] = [
  varied,
  slots,
  forecast,
  same,
  refused,
  manyAccounts,
  spends,
  venues,
  cold,
  hourScore,
  warmPlaces,
  overload,
  soak,
];

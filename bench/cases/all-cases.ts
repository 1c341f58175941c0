import type { BenchCase } from "../harness/bench-case.ts";
import { hourScore } from "./hour-score.ts";
import { overload } from "./overload.ts";
import { redisStore } from "./redis-store.ts";
import { soak } from "./soak.ts";
import { varied } from "./varied.ts";
import { warmPlaces } from "./warm-places.ts";

/** In the order in which they run. */
export const ALL_CASES: readonly BenchCase[] = [varied, redisStore, hourScore, warmPlaces, overload, soak];

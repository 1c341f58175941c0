// Fits the coefficients of the odds by maximum likelihood.
import { MODEL_VERSION } from "../src/scoring/model-version.ts";
import type { OddsFit, StepCoefficients } from "../src/scoring/odds/fit.ts";
import { ODDS_GROUPS } from "../src/scoring/odds/groups.ts";
import { stepChance } from "../src/scoring/odds/odds.ts";
import { SPORTS } from "../src/scoring/sports/sports.ts";
import type { JudgedSession } from "./judged-sessions.ts";
import { minimise } from "./minimise.ts";

export interface FitSource {
  readonly basis: string;
  readonly about: string;
}

/** A group without sessions is left out, so its sports get no odds. */
export function fitOdds(sessions: readonly JudgedSession[], { basis, about }: FitSource): OddsFit {
  const bySport = Map.groupBy(sessions, ({ sport }) => sport);
  const groups = ODDS_GROUPS.flatMap((name) => {
    const seen = SPORTS.filter(({ id, odds }) => odds === name && bySport.has(id)).map(({ id }) => id);
    const own = seen.flatMap((sport) => bySport.get(sport) ?? []);
    if (own.length === 0) return [];
    const playable = fitStep(own.map(({ came, ...rest }) => ({ ...rest, isReached: came > 0 })));
    const safe = fitStep(
      own.filter(({ came }) => came > 0).map(({ came, ...rest }) => ({ ...rest, isReached: came > 1 })),
    );
    return [{ name, sports: seen, playable, safe }];
  });
  return { basis, about, model_version: MODEL_VERSION, groups };
}

interface Trial {
  readonly raw: number;
  readonly leadHours: number;
  readonly isReached: boolean;
}

/** Counts the sessions of one lead and one rounded score together. The fit is the same with a hundred times fewer logarithms. */
interface Cell {
  readonly score: number;
  readonly rootDays: number;
  reached: number;
  missed: number;
}

/** A weak pull towards 0, so that a handful of sessions cannot make a coefficient infinite. */
const RIDGE = 0.01;

function fitStep(trials: readonly Trial[]): StepCoefficients {
  const cells = new Map<number, Cell>();
  for (const { raw, leadHours, isReached } of trials) {
    const rounded = Math.round(raw);
    const key = rounded * 1000 + Math.round(leadHours);
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = {
        score: rounded / 100,
        rootDays: Math.sqrt(Math.max(0, leadHours) / 24),
        reached: 0,
        missed: 0,
      };
      cells.set(key, cell);
    }
    if (isReached) cell.reached += 1;
    else cell.missed += 1;
  }
  const all = [...cells.values()];
  const cost = (point: readonly number[]) => {
    const step = stepOf(point);
    let sum = RIDGE * point.reduce((squares, value) => squares + value * value, 0);
    if (step.fade > 0 || Math.abs(step.bend) > 20) return Infinity;
    for (const { score, rootDays, reached, missed } of all) {
      const chance = Math.min(1 - 1e-9, Math.max(1e-9, stepChance(step, score, rootDays)));
      sum -= reached * Math.log(chance) + missed * Math.log(1 - chance);
    }
    return sum;
  };
  // Minimises twice, because a simplex may shrink before it reaches the minimum.
  return rounded(stepOf(minimise(cost, minimise(cost, [2.5, -0.3, 1, 0.4, 0]))));
}

function stepOf(point: readonly number[]): StepCoefficients {
  const [steepness = 0, fade = 0, bend = 0, middle = 0, drift = 0] = point;
  return { steepness, fade, bend, middle, drift };
}

function rounded({ steepness, fade, bend, middle, drift }: StepCoefficients): StepCoefficients {
  const to = (value: number) => Math.round(value * 10_000) / 10_000;
  return { steepness: to(steepness), fade: to(fade), bend: to(bend), middle: to(middle), drift: to(drift) };
}

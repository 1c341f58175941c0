// The rules that keep the model's promises true (more rain never helps, a gust never helps a calm day …).
import type { CurvePoint } from "../curve.ts";
import type { SportProfile } from "./profile.ts";

/** What is wrong with a profile's numbers, a sentence each; empty for a sound one. Nothing is repaired. */
export function profileProblems(profile: SportProfile): string[] {
  return [
    ...curveProblems("rain", profile.rain),
    ...rainProblems(profile.rain),
    ...curveProblems("wind", profile.wind),
    ...plateauProblems("wind", profile.wind),
    ...curveProblems("temp", profile.temp),
    ...plateauProblems("temp", profile.temp),
    ...shareProblems({
      "weight.rain": profile.weight.rain,
      "weight.wind": profile.weight.wind,
      "weight.temp": profile.weight.temp,
      "weight.cloud": profile.weight.cloud,
      "wet.weight": profile.wet.weight,
      snow: profile.snow,
      fog: profile.fog,
      night: profile.night,
    }),
    ...wetProblems(profile.wet),
  ];
}

function curveProblems(name: string, points: readonly CurvePoint[]): string[] {
  const problems: string[] = [];
  if (points.length < 2 || points.length > 12) problems.push(`${name}: must have 2 to 12 points.`);
  if (!neighbours(points).every(([before, after]) => before[0] < after[0])) {
    problems.push(`${name}: x must increase from point to point.`);
  }
  if (!points.every(([x, y]) => Number.isFinite(x) && isShare(y))) {
    problems.push(`${name}: x must be finite and y must be between 0 and 1.`);
  }
  if (!points.some(([, y]) => y === 1)) problems.push(`${name}: at least one y must be 1.`);
  return problems;
}

function rainProblems(points: readonly CurvePoint[]): string[] {
  const problems: string[] = [];
  const [first] = points;
  if (first === undefined || first[0] !== 0 || first[1] !== 1) problems.push("rain: must start at [0, 1].");
  if (neighbours(points).some(([before, after]) => after[1] > before[1]))
    problems.push("rain: must never rise.");
  return problems;
}

/** Up to one plateau, then down: with a second summit a stronger gust or more wind could help again. */
function plateauProblems(name: string, points: readonly CurvePoint[]): string[] {
  const steps = neighbours(points).map(([before, after]) => after[1] - before[1]);
  const firstFall = steps.findIndex((step) => step < 0);
  const risesAgain = firstFall >= 0 && steps.slice(firstFall).some((step) => step > 0);
  return risesAgain ? [`${name}: must rise to one plateau and then fall.`] : [];
}

function shareProblems(shares: Readonly<Record<string, number>>): string[] {
  return Object.entries(shares)
    .filter(([, share]) => !isShare(share))
    .map(([name]) => `${name}: must be between 0 and 1.`);
}

function wetProblems({ halfLifeH, fullMm }: SportProfile["wet"]): string[] {
  const problems: string[] = [];
  if (!(halfLifeH >= 0.25 && halfLifeH <= 72)) problems.push("wet.halfLifeH: must be between 0.25 and 72.");
  if (!(fullMm > 0 && fullMm < Infinity)) problems.push("wet.fullMm: must be positive.");
  return problems;
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}

function neighbours(points: readonly CurvePoint[]): (readonly [before: CurvePoint, after: CurvePoint])[] {
  return points.slice(1).flatMap((after, index) => {
    const before = points[index];
    return before === undefined ? [] : [[before, after] as const];
  });
}

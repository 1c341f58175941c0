import { scoreHours } from "../../scoring/hour-score.ts";
import { recommendationFor, roundedScore } from "../../scoring/recommendation.ts";
import type { CompiledProfile } from "../../scoring/sports/profile.ts";
import { scoreStarts } from "../../scoring/session-score.ts";
import type { HourlyWeather } from "../../weather/hourly-weather.ts";
import { minutesAfter, startProblem } from "../session-time.ts";
import { skippedSlot, type Slot } from "../slots.ts";
import { RECOMMENDATIONS } from "../verdict.ts";
import type { Choice } from "./choice.ts";

/** Less is no reason to move a booking. */
const POINTS_BETTER_MIN = 10;

interface Session {
  readonly forecast: HourlyWeather;
  readonly profile: CompiledProfile;
  readonly durationMinutes: number;
}

/** What was asked about first, and its score. */
interface AskedSession extends Session {
  readonly startMs: number;
  readonly playabilityScore: number;
}

/**
 * The best of a choice that are better than what was asked about: best first, then the nearer to it, then the earlier; each
 * start once. Of starts that the caller named, also those that could not be judged.
 */
export function betterStarts({ count, slots, areNamed }: Choice, asked: AskedSession, nowMs: number) {
  const problems = slots.map(({ startMs }) => startProblem(startMs, nowMs));
  const scores = scoresOf(
    slots.filter((_slot, i) => problems[i] === undefined),
    asked,
  );
  const scoreOf = ({ startMs }: Slot) => scores.get(startMs) ?? Number.NaN;
  const distanceMs = ({ startMs }: Slot) => Math.abs(startMs - asked.startMs);
  const better = slots
    .filter((slot, i) => isFirst(slots, i) && scoreOf(slot) >= asked.playabilityScore + POINTS_BETTER_MIN)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || distanceMs(a) - distanceMs(b) || a.startMs - b.startMs);
  return {
    alternatives: better.slice(0, count).map((slot) => ({
      startTime: slot.startTime,
      playabilityScore: scoreOf(slot),
      recommendation: RECOMMENDATIONS[recommendationFor(scoreOf(slot))],
    })),
    skipped: areNamed
      ? slots.flatMap((slot, i) => (Number.isNaN(scoreOf(slot)) ? [skippedSlot(slot, problems[i])] : []))
      : [],
  };
}

/** Rounded scores by their start; NaN for a start that there is no forecast for. */
function scoresOf(
  slots: readonly Slot[],
  { forecast, profile, durationMinutes }: Session,
): ReadonlyMap<number, number> {
  const startMinutes = slots.map(({ startMs }) => minutesAfter(forecast.startMs, startMs));
  if (startMinutes.length === 0) return new Map();
  const first = Math.floor(Math.min(...startMinutes) / 60);
  const end = Math.ceil((Math.max(...startMinutes) + durationMinutes) / 60);
  const hours = scoreHours({ weather: forecast, profile, first, count: end - first });
  const raw = scoreStarts({ weather: forecast, hours, startMinutes, durationMinutes });
  return new Map(slots.map(({ startMs }, i) => [startMs, roundedScore(raw[i] ?? Number.NaN)]));
}

/** A start may be named twice, and is told once. */
function isFirst(slots: readonly Slot[], i: number): boolean {
  return slots.findIndex(({ startMs }) => startMs === slots[i]?.startMs) === i;
}

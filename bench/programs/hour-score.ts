// Scores a week of hours at many places, over and over, and prints what an hour took, per sport and round.
import { systemClock } from "../../src/clock.ts";
import type { CompiledProfile } from "../../src/scoring/sports/profile.ts";
import { findProfile, SPORT_IDS } from "../../src/scoring/sports/find-profile.ts";
import { scoreHours } from "../../src/scoring/hour-score.ts";
import { placeAt } from "../../src/weather/place.ts";
import { createSimulatedSource } from "../../src/weather/simulated/source.ts";
import { PAST_HOURS } from "../../src/weather/weather-source.ts";

const [rounds = 1, roundMs = 20] = process.argv.slice(2).map(Number);

/** Enough weathers for no branch to be guessed right by habit. */
const PLACES = 64;
const HOURS = 168;

const source = createSimulatedSource({ clock: systemClock });
const weathers = await Promise.all(
  Array.from({ length: PLACES }, (_, i) =>
    source.forecast(placeAt(-80 + i * 2.5, -180 + i * 5.6), new AbortController().signal),
  ),
);

/** Nanoseconds an hour. Without the sum, what is computed would be for nobody and might be left out. */
function nanosecondsPerHour(profile: CompiledProfile, durationMs: number): number {
  let hours = 0;
  let sum = 0;
  const startedMs = performance.now();
  while (performance.now() - startedMs < durationMs) {
    for (const weather of weathers) {
      sum += scoreHours({ weather, profile, first: PAST_HOURS, count: HOURS }).score[0] ?? 0;
      hours += HOURS;
    }
  }
  const elapsedMs = performance.now() - startedMs;
  if (Number.isNaN(sum)) {
    throw new Error(`${profile.id}: an hour could not be scored`);
  }
  return (elapsedMs * 1e6) / hours;
}

const profiles = SPORT_IDS.flatMap((id) => findProfile(id) ?? []);
for (const profile of profiles) nanosecondsPerHour(profile, roundMs);
const results = Array.from({ length: rounds }, () =>
  profiles.map((profile) => ({ sport: profile.id, ns: nanosecondsPerHour(profile, roundMs) })),
);
process.stdout.write(JSON.stringify(results));

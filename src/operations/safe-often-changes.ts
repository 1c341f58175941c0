import { DAY_MS } from "../clock.ts";
import type { OddsFit } from "../scoring/odds/fit.ts";
import type { CompiledProfile } from "../scoring/sports/profile.ts";
import type { HourlyWeather } from "../weather/hourly-weather.ts";

/**
 * The start from which on "safe" often changes for a sport, Unix ms; undefined if it seldom does. A sport of an account's
 * own counts as its base.
 */
export type SafeOftenChanges = (
  profile: Pick<CompiledProfile, "base">,
  forecast: Pick<HourlyWeather, "generatedAtMs">,
) => number | undefined;

export function createSafeOftenChanges({ safe_often_changes: daysOf = {} }: OddsFit): SafeOftenChanges {
  return ({ base }, { generatedAtMs }) => {
    const days = daysOf[base];
    return days === undefined ? undefined : generatedAtMs + days * DAY_MS;
  };
}

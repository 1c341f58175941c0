// The days of New York that new-york.test.ts and killed.far.test.ts record.
import { archiveAsTold, broughtBy, verifiedTallies } from "./new-york.ts";

export const SPORTS = ["golf", "tennis"];
export const ARCHIVE = archiveAsTold();

/** The analysis begins a week later than the first forecast, so the tests skip the first 20 forecasts. */
export const FORECASTS = ARCHIVE.forecasts.slice(20, 50);

/** The tallies that `npm run verify` makes if only these forecasts were fetched. */
export function expectedOf(forecasts: typeof FORECASTS): ReadonlyMap<string, readonly number[]> {
  const fetchedMs = forecasts.map(({ generatedAtMs }) => generatedAtMs);
  return verifiedTallies(broughtBy({ ...ARCHIVE, forecasts }, fetchedMs), SPORTS);
}

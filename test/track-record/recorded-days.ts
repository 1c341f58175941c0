// The days of New York on which the record is tried: by themselves, and with processes that are killed.
import { archiveAsTold, broughtBy, verifiedTallies } from "./new-york.ts";

export const SPORTS = ["golf", "tennis"];
export const ARCHIVE = archiveAsTold();

/** The first in the analysis are of a week later than the first forecast. */
export const FORECASTS = ARCHIVE.forecasts.slice(20, 50);

/** The tallies by `npm run verify`, if these forecasts were fetched and no others. */
export function expectedOf(forecasts: typeof FORECASTS): ReadonlyMap<string, readonly number[]> {
  const fetchedMs = forecasts.map(({ generatedAtMs }) => generatedAtMs);
  return verifiedTallies(broughtBy({ ...ARCHIVE, forecasts }, fetchedMs), SPORTS);
}

// The days of New York that new-york.test.ts and killed.far.test.ts record.
import { archiveAsSent, broughtBy, verifiedTallies } from "./new-york.ts";

export const SPORTS = ["golf", "tennis"];
export const ARCHIVE = archiveAsSent();

/** The archive's actual weather begins a week after its first forecast. The forecasts are daily, so 20 are enough to skip. */
export const FORECASTS = ARCHIVE.forecasts.slice(20, 50);

/** The tallies that `npm run verify` makes if only these forecasts were fetched. */
export function expectedOf(forecasts: typeof FORECASTS): ReadonlyMap<string, readonly number[]> {
  const fetchedMs = forecasts.map(({ generatedAtMs }) => generatedAtMs);
  return verifiedTallies(broughtBy({ ...ARCHIVE, forecasts }, fetchedMs), SPORTS);
}

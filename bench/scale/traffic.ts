// Assumptions about a site's callers: how many calls a venue gets, which venues are popular, when people book. These are the
// only figures of the simulation that were not measured. docs/scale.md has them at its top.

/** The average over a site's venues. */
export const CALLS_PER_VENUE_DAY = 40;

/** People book while they are awake: the share of a day's calls between these hours. */
export const DAYTIME = { fromHour: 7, toHour: 22, share: 0.8 } as const;

const DAY_HOURS = 24;
const DAYTIME_HOURS = DAYTIME.toHour - DAYTIME.fromHour;
const NIGHT_HOURS = DAY_HOURS - DAYTIME_HOURS;
const NIGHT_SHARE = 1 - DAYTIME.share;

/** The share of a day's calls in one hour, by day and by night. */
export const HOURLY_SHARE = { day: DAYTIME.share / DAYTIME_HOURS, night: NIGHT_SHARE / NIGHT_HOURS } as const;
export const HOURS = { day: DAYTIME_HOURS, night: NIGHT_HOURS } as const;

/** The calls a day of each venue, the most popular first. By Zipf's law, the n-th venue gets an n-th of the first one's calls. */
export function callsByVenue(venues: number): Float64Array {
  let sum = 0;
  for (let rank = 1; rank <= venues; rank += 1) sum += 1 / rank;
  return Float64Array.from(
    { length: venues },
    (_, index) => (venues * CALLS_PER_VENUE_DAY) / sum / (index + 1),
  );
}

const BEFORE_DAYTIME = DAYTIME.fromHour * HOURLY_SHARE.night;

/** The hour of the day by which this share of the day's calls was made. Shares below 0 give negative hours: the day before. */
export function hourAtShare(share: number): number {
  if (share < 0) return hourAtShare(share + 1) - DAY_HOURS;
  if (share < BEFORE_DAYTIME) return share / HOURLY_SHARE.night;
  if (share < BEFORE_DAYTIME + DAYTIME.share) {
    return DAYTIME.fromHour + (share - BEFORE_DAYTIME) / HOURLY_SHARE.day;
  }
  return DAYTIME.toHour + (share - BEFORE_DAYTIME - DAYTIME.share) / HOURLY_SHARE.night;
}

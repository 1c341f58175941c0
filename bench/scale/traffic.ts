// What is assumed of a site's callers: how many calls a venue gets, which venues are popular, when people book. These are
// the only figures of the simulation that nobody has measured; they are written at the top of docs/scale.md.

/** On average over the site's venues. */
export const CALLS_PER_VENUE_DAY = 40;

/** People book while they are awake: so much of a day's calls comes in between these hours. */
export const DAYTIME = { fromHour: 7, toHour: 22, share: 0.8 } as const;

const DAY_HOURS = 24;
const DAYTIME_HOURS = DAYTIME.toHour - DAYTIME.fromHour;
const NIGHT_HOURS = DAY_HOURS - DAYTIME_HOURS;
const NIGHT_SHARE = 1 - DAYTIME.share;

/** The share of a day's calls that comes in within one hour, by day and by night. */
export const HOURLY_SHARE = { day: DAYTIME.share / DAYTIME_HOURS, night: NIGHT_SHARE / NIGHT_HOURS } as const;
export const HOURS = { day: DAYTIME_HOURS, night: NIGHT_HOURS } as const;

/** How many calls a day each venue gets, the most popular first: by Zipf's law with exponent 1, the n-th gets an n-th of the first's. */
export function callsByVenue(venues: number): Float64Array {
  let sum = 0;
  for (let rank = 1; rank <= venues; rank += 1) sum += 1 / rank;
  return Float64Array.from(
    { length: venues },
    (_, index) => (venues * CALLS_PER_VENUE_DAY) / sum / (index + 1),
  );
}

const BEFORE_DAYTIME = DAYTIME.fromHour * HOURLY_SHARE.night;

/** The hour of the day by which this share of its calls has come in. Below 0 it is that of the day before, less 24. */
export function hourAtShare(share: number): number {
  if (share < 0) return hourAtShare(share + 1) - DAY_HOURS;
  if (share < BEFORE_DAYTIME) return share / HOURLY_SHARE.night;
  if (share < BEFORE_DAYTIME + DAYTIME.share) {
    return DAYTIME.fromHour + (share - BEFORE_DAYTIME) / HOURLY_SHARE.day;
  }
  return DAYTIME.toHour + (share - BEFORE_DAYTIME - DAYTIME.share) / HOURLY_SHARE.night;
}

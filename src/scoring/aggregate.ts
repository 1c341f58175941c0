/** The worst minutes are the worst hour of a session, or its worst half if it is under two hours. */
const WORST_MINUTES_MAX = 60;

/** The worst minutes get the larger rest: one lost hour spoils a session. */
const MEAN_SHARE = 0.4;

/**
 * One value for a session from a value an hour: 0.4 of the mean over all minutes and 0.6 of the mean over the worst,
 * that is lowest, ones. `minutes` says how much of each hour counts; entries with 0 minutes are not looked at, and at
 * least one must have some. Differences are summed rather than values, so that equal hours give exactly their value
 * and sessions in steady weather tie.
 */
export function aggregate(values: Float64Array, minutes: Float64Array): number {
  const lowest = nextHigher(values, minutes, Number.NEGATIVE_INFINITY);
  let totalMinutes = 0;
  let aboveLowest = 0;
  for (let entry = 0; entry < values.length; entry += 1) {
    const entryMinutes = minutes[entry] ?? 0;
    totalMinutes += entryMinutes;
    if (entryMinutes > 0) aboveLowest += ((values[entry] ?? Number.NaN) - lowest) * entryMinutes;
  }
  const windowMinutes = Math.min(WORST_MINUTES_MAX, totalMinutes / 2);

  // Takes the minutes in order of value, all hours of one value at once, until the window is full.
  let worstAboveLowest = 0;
  let taken = 0;
  for (let value = lowest; taken < windowMinutes; value = nextHigher(values, minutes, value)) {
    const take = Math.min(minutesAt(values, minutes, value), windowMinutes - taken);
    worstAboveLowest += (value - lowest) * take;
    taken += take;
  }

  const meanAboveLowest = aboveLowest / totalMinutes;
  const worst = worstAboveLowest / windowMinutes;
  return lowest + worst + MEAN_SHARE * (meanAboveLowest - worst);
}

/** The lowest value above `bound` among the hours that count. */
function nextHigher(values: Float64Array, minutes: Float64Array, bound: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (let entry = 0; entry < values.length; entry += 1) {
    const value = values[entry] ?? Number.NaN;
    if ((minutes[entry] ?? 0) > 0 && value > bound && value < next) next = value;
  }
  return next;
}

function minutesAt(values: Float64Array, minutes: Float64Array, value: number): number {
  let sum = 0;
  for (let entry = 0; entry < values.length; entry += 1) {
    if (values[entry] === value) sum += minutes[entry] ?? 0;
  }
  return sum;
}

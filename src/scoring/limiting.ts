// What stands between a session and "safe": the one thing that would have to be different, and by how much.
import { coldSideC, coldSideFrom } from "./felt-temperature.ts";
import { groundColumns } from "./forecast-columns.ts";
import { pointsLost, scoreHours, tempLeft, wetMmBefore, windLeft } from "./hour-score.ts";
import { rainChance } from "./rain-chance.ts";
import {
  aggregate,
  recommendationFor,
  roundedScore,
  scoreStarts,
  type SessionScore,
} from "./session-score.ts";
import { airTempC, feelsLikeC, HOUR_MS, meanWindKmh, type WeatherColumns } from "./weather-columns.ts";

/** What is changed. Mean wind and gusts change together: the one that is named is the one that counts. */
export type LimitingMeasure = "meanWind" | "gusts" | "feltTemperature" | "rainChance";

/** `needed` is whole, in km/h, °C or %. One step back from it towards `value`, the session would not be safe. */
export interface Limiting {
  readonly factor: "wind" | "temp" | "rain";
  readonly measure: LimitingMeasure;
  readonly value: number;
  readonly needed: number;
}

/** Undefined for a safe session, and where no such change alone makes it safe. The costliest factor comes first. */
export function limitingOf(score: SessionScore): Limiting | undefined {
  // A storm keeps any session from being safe, and a chance of almost nothing would only make its code unlikely.
  if (score.recommendation === "safe_to_book" || score.isStormy || score.stormAfter !== undefined)
    return undefined;
  for (const { factor } of pointsLost(score)) {
    if (factor !== "wind" && factor !== "temp" && factor !== "rain") continue;
    if (!isSafeWith(score, MENDED[factor], 0)) continue;
    for (const change of CHANGES[factor](score)) {
      const needed = neededFor(score, change);
      if (needed !== undefined) return { factor, measure: change.measure, value: change.value, needed };
    }
  }
  return undefined;
}

/** What factors leave of an hour's score. */
interface Left {
  rain: number;
  wind: number;
  temp: number;
  wet: number;
  storm: number;
}

/** Changes what is left of the hour with this entry, as if the weather were at `needed`. */
type Move = (left: Left, entry: number, needed: number) => void;

/** At best. Less wind feels warmer; less rain leaves the ground drier and the way less icy. */
const MENDED: Readonly<Record<Limiting["factor"], Move>> = {
  wind: (left) => {
    left.wind = 1;
    left.temp = 1;
  },
  temp: (left) => {
    left.temp = 1;
  },
  rain: (left) => {
    left.rain = 1;
    left.wet = 1;
    left.storm = 1;
  },
};

/** Written anew for each hour and session: a list for each try would be most of the cost. */
const left: Left = { rain: 1, wind: 1, temp: 1, wet: 1, storm: 1 };
const scores: number[] = [];

/** Whether a session without a storm is safe if its hours are moved. Multiplies as `scoreHours` does. */
function isSafeWith({ hours, minutes }: SessionScore, move: Move, needed: number): boolean {
  const { multiplier } = hours;
  scores.length = minutes.length;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    left.rain = Number(multiplier.rain[entry]);
    left.wind = Number(multiplier.wind[entry]);
    left.temp = Number(multiplier.temp[entry]);
    left.wet = Number(multiplier.wet[entry]);
    left.storm = Number(multiplier.storm[entry]);
    move(left, entry, needed);
    const { rain, wind, temp, wet, storm } = left;
    const [cloud, fog, dark] = [multiplier.cloud, multiplier.fog, multiplier.dark];
    scores[entry] =
      100 *
      rain *
      wind *
      temp *
      Number(cloud[entry]) *
      wet *
      Number(fog[entry]) *
      Number(dark[entry]) *
      storm;
  }
  return recommendationFor(roundedScore(aggregate(scores, minutes))) === "safe_to_book";
}

/** The hours that a session's score depends on, and the water that is on the ground before them. */
interface Excerpt {
  readonly weather: WeatherColumns;
  readonly profile: SessionScore["session"]["profile"];
  readonly startMinute: number;
  readonly durationMinutes: number;
  /** The session's hours are these of the excerpt. */
  readonly first: number;
  readonly count: number;
}

function excerptOf({ session, hours }: SessionScore): Excerpt {
  const { weather, profile, startMinute, durationMinutes } = session;
  const from = Math.max(0, hours.first - 1);
  const until = Math.min(weather.hours, hours.first + hours.count + profile.storm.hours);
  const part = (column: ArrayLike<number>) => {
    const values = new Float64Array(Math.max(0, until - from));
    for (let hour = from; hour < until; hour += 1) values[hour - from] = column[hour] ?? Number.NaN;
    return values;
  };
  const { startMs, generatedAtMs } = weather;
  return {
    weather: {
      hours: Math.max(0, until - from),
      tempC: part(weather.tempC),
      apparentC: part(weather.apparentC),
      rainMm: part(weather.rainMm),
      precipProbPct: part(weather.precipProbPct),
      windKmh: part(weather.windKmh),
      gustKmh: part(weather.gustKmh),
      cloudPct: part(weather.cloudPct),
      weatherCode: part(weather.weatherCode),
      isDay: part(weather.isDay),
      visibilityM: part(weather.visibilityM),
      humidityPct: part(weather.humidityPct),
      ...(startMs !== undefined && { startMs: startMs + from * HOUR_MS }),
      ...(generatedAtMs !== undefined && { generatedAtMs }),
      wetMm: wetMmBefore(weather, profile, from),
      soakedMm: groundColumns(weather, from).soakedMm[from] ?? 0,
    },
    profile,
    startMinute: startMinute - from * 60,
    durationMinutes,
    first: hours.first - from,
    count: hours.count,
  };
}

/** A way to change a session's weather: whole steps from `value` towards `best`, beyond which nothing gets better. */
interface Change {
  readonly measure: LimitingMeasure;
  readonly value: number;
  readonly best: number;
  /** Undefined if the change has effects on what is not known of an hour alone, such as the ground. */
  readonly move: Move | undefined;
  /** The weather with every hour moved to this value that is beyond it. */
  readonly weatherAt: (excerpt: Excerpt, needed: number) => WeatherColumns;
}

const CHANGES: Readonly<Record<Limiting["factor"], (score: SessionScore) => readonly Change[]>> = {
  wind: windChanges,
  temp: temperatureChanges,
  rain: rainChanges,
};

/** The largest of the values in the session's scored hours; -Infinity if none is known. */
function highestOf({ hours, minutes }: SessionScore, valueAt: (hour: number) => number): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let entry = 0; entry < minutes.length; entry += 1) {
    const value = minutes[entry] === 0 ? Number.NaN : valueAt(hours.first + entry);
    if (value > highest) highest = value;
  }
  return highest;
}

/** Whether it is true of an hour of the session. */
function isInAny({ hours, minutes }: SessionScore, isIn: (hour: number, entry: number) => boolean): boolean {
  return minutes.some((share, entry) => share > 0 && isIn(hours.first + entry, entry));
}

/** A copy of a column in which the session's hours have other values. */
function changed(
  column: ArrayLike<number>,
  { first, count }: Pick<Excerpt, "first" | "count">,
  changedAt: (hour: number) => number,
): Float64Array {
  const values = Float64Array.from(column);
  for (let hour = Math.max(0, first); hour < first + count; hour += 1) values[hour] = changedAt(hour);
  return values;
}

type ValueAt = (weather: WeatherColumns, hour: number) => number;

/** Hours without gusts go by their mean wind. */
const gustOrWind: ValueAt = (weather, hour) => {
  const gustKmh = weather.gustKmh[hour] ?? Number.NaN;
  return Number.isNaN(gustKmh) ? meanWindKmh(weather, hour) : gustKmh;
};

function windChanges(score: SessionScore): readonly Change[] {
  const { session, hours } = score;
  const { weather, profile } = session;
  const { isWindSport, windPlateauKmh, gustRatio } = profile;
  // Without an apparent temperature of the source, it is computed from the wind.
  const isFeltByWind = isInAny(score, (hour) => Number.isNaN(weather.apparentC[hour] ?? Number.NaN));
  /** Wind and gusts times a factor in every hour that is beyond. */
  const scaling = (
    { measure, value, best }: Pick<Change, "measure" | "value" | "best">,
    valueAt: ValueAt,
  ): Change => {
    const factorAt = (of: number, needed: number) =>
      (best < value ? of > needed : of < needed) ? needed / of : 1;
    return {
      measure,
      value,
      best,
      move: isFeltByWind
        ? undefined
        : (hourLeft, entry, needed) => {
            const hour = hours.first + entry;
            const factor = factorAt(valueAt(weather, hour), needed);
            if (factor === 1) return;
            const windKmh = meanWindKmh(weather, hour) * factor;
            const feelsC = hours.feelsLikeC[entry] ?? Number.NaN;
            const coldC = coldSideFrom(feelsC, weather.tempC[hour] ?? Number.NaN, windKmh);
            hourLeft.wind = windLeft(profile, windKmh, Number(weather.gustKmh[hour]) * factor);
            hourLeft.temp = tempLeft(
              profile,
              coldC,
              profile.warmBy === "air" ? airTempC(weather, hour) : feelsC,
            );
          },
      weatherAt: (excerpt, needed) => {
        const of = excerpt.weather;
        const factor = (hour: number) => factorAt(valueAt(of, hour), needed);
        return {
          ...of,
          windKmh: changed(of.windKmh, excerpt, (hour) => meanWindKmh(of, hour) * factor(hour)),
          gustKmh: changed(of.gustKmh, excerpt, (hour) => Number(of.gustKmh[hour]) * factor(hour)),
        };
      },
    };
  };
  const mean = highestOf(score, (hour) => meanWindKmh(weather, hour));
  const gust = highestOf(score, (hour) => gustOrWind(weather, hour));
  const best = isWindSport ? windPlateauKmh : 0;
  const changes = [
    scaling({ measure: "meanWind", value: mean, best }, meanWindKmh),
    scaling({ measure: "gusts", value: gust, best: best * gustRatio }, gustOrWind),
  ];
  if (gust / gustRatio > mean) changes.reverse();
  const lowest = -highestOf(score, (hour) => -meanWindKmh(weather, hour));
  // From no wind at all, nothing can be scaled up.
  if (lowest === 0) return changes.filter((change) => change.best < change.value);
  if (isWindSport && lowest < windPlateauKmh)
    changes.unshift(scaling({ measure: "meanWind", value: lowest, best }, meanWindKmh));
  return changes;
}

function temperatureChanges(score: SessionScore): readonly Change[] {
  const { weather, profile } = score.session;
  const { tempPlateauC: best, warmBy } = profile;
  // Without an air temperature, the apparent one decides what snows and freezes too.
  const isAirByFelt = isInAny(score, (hour) => Number.isNaN(weather.tempC[hour] ?? Number.NaN));
  const change = (value: number, valueAt: ValueAt): Change => {
    const isBeyond = (of: number, needed: number) => (best < value ? of > needed : of < needed);
    return {
      measure: "feltTemperature",
      value,
      best,
      move: isAirByFelt
        ? undefined
        : (hourLeft, entry, needed) => {
            const hour = score.hours.first + entry;
            if (!isBeyond(valueAt(weather, hour), needed)) return;
            const coldC = coldSideFrom(needed, weather.tempC[hour] ?? Number.NaN, meanWindKmh(weather, hour));
            hourLeft.temp = tempLeft(profile, coldC, warmBy === "air" ? airTempC(weather, hour) : needed);
          },
      weatherAt: (excerpt, needed) => {
        const of = excerpt.weather;
        return {
          ...of,
          apparentC: changed(of.apparentC, excerpt, (hour) =>
            isBeyond(valueAt(of, hour), needed) ? needed : (of.apparentC[hour] ?? Number.NaN),
          ),
        };
      },
    };
  };
  const coldest = -highestOf(score, (hour) => -coldSideC(weather, hour));
  const warmest = highestOf(score, (hour) => feelsLikeC(weather, hour));
  const changes: Change[] = [];
  if (coldest < best) changes.push(change(coldest, coldSideC));
  // Where the air counts, how warm it feels does not.
  if (warmest > best && warmBy === undefined) changes.push(change(warmest, feelsLikeC));
  return changes;
}

function chanceAt({ precipProbPct }: WeatherColumns, hour: number, needed: number): number {
  const chance = precipProbPct[hour] ?? Number.NaN;
  return chance > needed ? needed : chance;
}

function rainChanges(score: SessionScore): readonly Change[] {
  const { session, hours } = score;
  const { weather } = session;
  const { rain, wet, storm } = hours.multiplier;
  const hasEffects = isInAny(score, (_hour, entry) => Number(wet[entry]) < 1 || Number(storm[entry]) < 1);
  const precipProbPct = new Float64Array(hasEffects ? 0 : hours.first + hours.count);
  const drier = { ...weather, precipProbPct };
  return [
    {
      measure: "rainChance",
      value: Math.min(
        100,
        highestOf(score, (hour) => weather.precipProbPct[hour] ?? Number.NaN),
      ),
      best: 0,
      move: hasEffects
        ? undefined
        : (hourLeft, entry, needed) => {
            const hour = hours.first + entry;
            const chance = hours.rainChance[entry] ?? Number.NaN;
            if (!(chance > 0)) return;
            precipProbPct[hour] = chanceAt(weather, hour, needed);
            const lost = (1 - Number(rain[entry])) / chance;
            hourLeft.rain = 1 - lost * rainChance(drier, hour);
          },
      weatherAt: (excerpt, needed) => {
        const of = excerpt.weather;
        return {
          ...of,
          precipProbPct: changed(of.precipProbPct, excerpt, (hour) => chanceAt(of, hour, needed)),
        };
      },
    },
  ];
}

/** The whole value nearest to today's that makes the session safe; undefined if even the best does not. */
function neededFor(score: SessionScore, { value, best, move, weatherAt }: Change): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const step = best < value ? -1 : 1;
  // With the whole value before today's, nothing changes.
  let unsafe = step < 0 ? Math.ceil(value) : Math.floor(value);
  let safe = Math.ceil(best);
  if (step < 0 ? safe >= unsafe : safe <= unsafe) return undefined;
  let isSafeAt = (needed: number) => move !== undefined && isSafeWith(score, move, needed);
  if (move === undefined) {
    const excerpt = excerptOf(score);
    isSafeAt = (needed) => isSafe(excerpt, weatherAt(excerpt, needed));
  }
  if (!isSafeAt(safe)) return undefined;
  while (Math.abs(unsafe - safe) > 1) {
    const between = Math.trunc((unsafe + safe) / 2);
    if (isSafeAt(between)) safe = between;
    else unsafe = between;
  }
  return safe;
}

function isSafe(
  { profile, first, count, startMinute, durationMinutes }: Excerpt,
  weather: WeatherColumns,
): boolean {
  const hours = scoreHours({ weather, profile, first, count });
  const startMinutes = [startMinute];
  const [raw = Number.NaN] = scoreStarts({ weather, profile, hours, startMinutes, durationMinutes });
  return recommendationFor(roundedScore(raw)) === "safe_to_book";
}

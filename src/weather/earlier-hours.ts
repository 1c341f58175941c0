// Past hours of a forecast. Every call uses the last PAST_HOURS, from whichever source has them. Earlier hours are only
// for sessions that have begun, and are kept apart so that nothing else depends on them.
import { HOUR_MS } from "../lib/time/clock.ts";
import { columnsFrom, type HourlyWeather } from "./hourly-weather.ts";
import { EARLIER_HOURS, PAST_HOURS } from "./weather-source.ts";

/** The same forecast, with hours more than PAST_HOURS ago moved into `earlier`. */
export function withEarlierApart(weather: HourlyWeather, nowMs: number): HourlyWeather {
  const fromMs = pastMs(nowMs);
  if (weather.startMs >= fromMs) return weather;
  const earlier = hoursBetween(weather, { fromMs: fromMs - EARLIER_HOURS * HOUR_MS, toMs: fromMs });
  return { ...hoursBetween(weather, { fromMs, toMs: endMs(weather) }), earlier };
}

/**
 * Adds the past hours of an older forecast to a forecast whose source has none. The hours of different sources stay
 * apart, so that a source is named only while its hours are included.
 */
export function withEarlierOf(older: HourlyWeather, weather: HourlyWeather, nowMs: number): HourlyWeather {
  if (endMs(older) < weather.startMs) return weather;
  const fromMs = pastMs(nowMs) - EARLIER_HOURS * HOUR_MS;
  const earlier = hoursWithValues(older, { fromMs, toMs: weather.startMs });
  return earlier === undefined ? weather : { ...weather, earlier };
}

/** A forecast as calls get it: if it lacks some of the PAST_HOURS, the known ones of `earlier` are merged into it. */
export function withPastHours(weather: HourlyWeather, fetchedAtMs: number): HourlyWeather {
  const { earlier, ...alone } = weather;
  if (earlier === undefined) return weather;
  const fromMs = pastMs(fetchedAtMs);
  const past = hoursWithValues(earlier, { fromMs, toMs: alone.startMs });
  if (past === undefined) return weather;
  const before = hoursWithValues(earlier, { fromMs: -Infinity, toMs: fromMs });
  return { ...inOne(joined(past), alone), ...(before && { earlier: before }) };
}

/** The forecast for judging a session that begins in this hour; undefined if the hour is no longer known. */
export function forecastSince(weather: HourlyWeather, hourMs: number): HourlyWeather | undefined {
  // As far back as a call in that hour would have looked.
  const fromMs = hourMs - PAST_HOURS * HOUR_MS;
  if (weather.startMs <= fromMs || weather.earlier === undefined) {
    return weather.startMs <= hourMs ? weather : undefined;
  }
  const whole = hoursBetween(joined(weather), { fromMs, toMs: endMs(weather) });
  return whole.startMs <= hourMs ? whole : undefined;
}

/** The start of the earliest hour that every call uses. */
function pastMs(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) - PAST_HOURS) * HOUR_MS;
}

function endMs({ startMs, hours }: HourlyWeather): number {
  return startMs + hours * HOUR_MS;
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The hours of a forecast and of its earlier hours that lie in the stretch; undefined if there are none. Consecutive
 * hours of one source are merged.
 */
function hoursWithValues({ earlier, ...alone }: HourlyWeather, stretch: Stretch): HourlyWeather | undefined {
  const before = earlier && hoursWithValues(earlier, stretch);
  if (alone.startMs >= stretch.toMs || endMs(alone) <= stretch.fromMs) return before;
  const own = hoursBetween(alone, stretch);
  if (before === undefined) return own;
  return before.source === own.source ? inOne(before, own) : { ...own, earlier: before };
}

export function hoursBetween(weather: HourlyWeather, { fromMs, toMs }: Stretch): HourlyWeather {
  const { earlier: _earlier, ...alone } = weather;
  const first = Math.max(0, (fromMs - weather.startMs) / HOUR_MS);
  const end = Math.min(weather.hours, (toMs - weather.startMs) / HOUR_MS);
  const columns = columnsFrom((name) => weather[name].subarray(first, end));
  return { ...alone, startMs: weather.startMs + first * HOUR_MS, hours: end - first, ...columns };
}

/** A forecast merged with its earlier hours. */
export function joined({ earlier, ...alone }: HourlyWeather): HourlyWeather {
  return earlier === undefined ? alone : inOne(joined(earlier), alone);
}

/** A forecast merged with the hours right before it, with both sources' names; hours before those stay apart. */
function inOne(before: HourlyWeather, weather: HourlyWeather): HourlyWeather {
  const source = [...new Set([...before.source.split(", "), ...weather.source.split(", ")])].join(", ");
  const hours = before.hours + weather.hours;
  const columns = columnsFrom((name) => {
    const column = new Float32Array(hours);
    column.set(before[name]);
    column.set(weather[name], before.hours);
    return column;
  });
  return { ...before, ...weather, source, startMs: before.startMs, hours, ...columns };
}

// The hours of a forecast that are over. Every call looks back on the last few of them; the ones before are for sessions that have
// begun, and stand apart, so that nothing else is judged by them.
import { HOUR_MS } from "../clock.ts";
import { columnsFrom, type HourlyWeather } from "./hourly-weather.ts";
import { EARLIER_HOURS, PAST_HOURS } from "./weather-source.ts";

/** The same forecast, its hours of more than PAST_HOURS ago set apart as `earlier`. */
export function withEarlierApart(weather: HourlyWeather, nowMs: number): HourlyWeather {
  const fromMs = pastMs(nowMs);
  if (weather.startMs >= fromMs) return weather;
  const earlier = hoursBetween(weather, { fromMs: fromMs - EARLIER_HOURS * HOUR_MS, toMs: fromMs });
  return { ...hoursBetween(weather, { fromMs, toMs: endMs(weather) }), earlier };
}

/**
 * A forecast that its source tells no such hours of, with those of an older forecast of the place: what is known of them. They may
 * be from another source, and then have both names.
 */
export function withEarlierOf(older: HourlyWeather, weather: HourlyWeather, nowMs: number): HourlyWeather {
  const known = joined(older);
  const fromMs = pastMs(nowMs) - EARLIER_HOURS * HOUR_MS;
  const toMs = weather.startMs;
  if (known.startMs >= toMs || endMs(known) < toMs) return weather;
  return { ...weather, earlier: hoursBetween(known, { fromMs, toMs }) };
}

/** A forecast that a session which begins in this hour is judged from; undefined where the hour is not known any more. */
export function forecastSince(weather: HourlyWeather, hourMs: number): HourlyWeather | undefined {
  // As far back as a call looked in that hour.
  const fromMs = hourMs - PAST_HOURS * HOUR_MS;
  if (weather.startMs <= fromMs || weather.earlier === undefined) {
    return weather.startMs <= hourMs ? weather : undefined;
  }
  const whole = hoursBetween(joined(weather), { fromMs, toMs: endMs(weather) });
  return whole.startMs <= hourMs ? whole : undefined;
}

/** Since when every call looks back. */
function pastMs(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) - PAST_HOURS) * HOUR_MS;
}

function endMs({ startMs, hours }: HourlyWeather): number {
  return startMs + hours * HOUR_MS;
}

/** Of a forecast those hours that it has. */
function hoursBetween(
  weather: HourlyWeather,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): HourlyWeather {
  const { earlier: _earlier, ...alone } = weather;
  const first = Math.max(0, (fromMs - weather.startMs) / HOUR_MS);
  const end = Math.min(weather.hours, (toMs - weather.startMs) / HOUR_MS);
  const columns = columnsFrom((name) => weather[name].subarray(first, end));
  return { ...alone, startMs: weather.startMs + first * HOUR_MS, hours: end - first, ...columns };
}

/** A forecast and its earlier hours in one. */
function joined(weather: HourlyWeather): HourlyWeather {
  const { earlier, ...alone } = weather;
  if (earlier === undefined) return alone;
  const source = [...new Set([...earlier.source.split(", "), weather.source])].join(", ");
  const hours = earlier.hours + weather.hours;
  const columns = columnsFrom((name) => {
    const column = new Float32Array(hours);
    column.set(earlier[name]);
    column.set(weather[name], earlier.hours);
    return column;
  });
  return { ...alone, source, startMs: earlier.startMs, hours, ...columns };
}

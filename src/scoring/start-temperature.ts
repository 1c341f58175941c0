// Temperatures at the minute a session starts: on the line between the hour it starts in and the next.
import { feelsLikeC } from "./feels-like.ts";
import type { Session } from "./session-score.ts";
import { valueAt } from "./value-at.ts";
import type { WeatherColumns } from "./weather-columns.ts";

/** Air temperature, °C; the feels-like one where a source has no other. */
export function startTempC(session: Session): number {
  return valueAtStart(session, airTempC);
}

/** Feels-like temperature, °C. */
export function startFeelsLikeC(session: Session): number {
  return valueAtStart(session, feelsLikeC);
}

type ValueOfHour = (weather: WeatherColumns, hour: number) => number;

/** Without a value for the next hour, that of the first; without that, the first known one of the session. */
function valueAtStart({ weather, startMinute, durationMinutes }: Session, valueOfHour: ValueOfHour): number {
  const hour = Math.floor(startMinute / 60);
  const value = valueOfHour(weather, hour);
  const next = valueOfHour(weather, hour + 1);
  if (!Number.isNaN(value)) {
    return Number.isNaN(next) ? value : value + (next - value) * (startMinute / 60 - hour);
  }
  for (let later = hour + 1; later * 60 < startMinute + durationMinutes; later += 1) {
    const laterValue = valueOfHour(weather, later);
    if (!Number.isNaN(laterValue)) return laterValue;
  }
  return Number.NaN;
}

function airTempC(weather: WeatherColumns, hour: number): number {
  const tempC = valueAt(weather.tempC, hour);
  return Number.isNaN(tempC) ? valueAt(weather.apparentC, hour) : tempC;
}

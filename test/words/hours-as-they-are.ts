// The hours of a session as they are: from the weather alone, without anything that sentences are made with.
import type { Factor } from "../../src/scoring/hour-score.ts";
import { givenChancePct } from "../../src/scoring/rain-chance.ts";
import { isSnow } from "../../src/scoring/snow-share.ts";
import { airTempC, feelsLikeC, leadOf, valueAt } from "../../src/scoring/weather-columns.ts";
import type { RealisticSession } from "./realistic-sessions.ts";

export interface Hour {
  /** Minutes of the session, from its start. */
  readonly from: number;
  readonly to: number;
  /** It has a score, and enough of it is in the session for a sentence to be about it. */
  readonly counts: boolean;
  readonly chancePct: number;
  readonly mm: number;
  readonly isSnow: boolean;
  readonly code: number;
  readonly isThunder: boolean;
  readonly isFreezing: boolean;
  readonly tempC: number;
  readonly feltC: number;
  readonly windKmh: number;
  readonly gustKmh: number;
  readonly isDark: boolean;
  /** By the code, or by the visibility in humid air. */
  readonly isFog: boolean;
  readonly isHidden: boolean;
  /** The share of the points that a factor leaves, as the score says. */
  readonly left: (factor: Factor) => number;
}

const THUNDER_CODES: ReadonlySet<number> = new Set([17, 29, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
const FREEZING_CODES: ReadonlySet<number> = new Set([56, 57, 66, 67]);
const FOG_CODES: ReadonlySet<number> = new Set([45, 48]);

/** An hour with fewer minutes in the session need not be said. */
const MINUTES_MIN = 10;

export function hoursOf({ weather, score }: RealisticSession): readonly Hour[] {
  const { startMinute, durationMinutes } = score.session;
  return score.minutes.map((minutes, entry) => {
    const hour = score.hours.first + entry;
    const code = valueAt(weather.weatherCode, hour);
    const chancePct = givenChancePct(weather, hour);
    const humidityPct = valueAt(weather.humidityPct, hour);
    const isHidden = valueAt(weather.visibilityM, hour) < 1000;
    return {
      from: Math.max(0, hour * 60 - startMinute),
      to: Math.min(durationMinutes, (hour + 1) * 60 - startMinute),
      counts: minutes >= Math.min(MINUTES_MIN, durationMinutes / 2),
      chancePct: Math.min(100, Math.max(0, chancePct)),
      mm: Math.max(0, valueAt(weather.rainMm, hour) || 0),
      isSnow: isSnow(weather, hour),
      code,
      isThunder: isThunderAt(weather, hour),
      isFreezing: FREEZING_CODES.has(code),
      tempC: airTempC(weather, hour),
      feltC: feelsLikeC(weather, hour),
      windKmh: valueAt(weather.windKmh, hour),
      gustKmh: valueAt(weather.gustKmh, hour),
      isDark: valueAt(weather.isDay, hour) === 0,
      isFog: FOG_CODES.has(code) || (isHidden && !(humidityPct < 90)),
      isHidden: isHidden || FOG_CODES.has(code),
      left: (factor) => score.hours.multiplier[factor][entry] ?? Number.NaN,
    };
  });
}

/** A code that its own hour does not contradict: with an amount, or without a stated chance below 10%. */
export function isThunderAt(weather: RealisticSession["weather"], hour: number): boolean {
  if (!THUNDER_CODES.has(valueAt(weather.weatherCode, hour))) return false;
  return valueAt(weather.rainMm, hour) > 0 || !(valueAt(weather.precipProbPct, hour) < 10);
}

/** Water that has fallen until the end of the session, mm; also from what was only likely to fall. */
export function fallenMm({ weather, score }: RealisticSession): number {
  const { startMinute, durationMinutes } = score.session;
  let fallen = 0;
  for (let hour = 0; hour * 60 < startMinute + durationMinutes; hour += 1) {
    fallen += Math.max(0, valueAt(weather.rainMm, hour) || 0);
  }
  return fallen;
}

/** For a failure: each hour in a few characters. */
export function hoursInShort(session: RealisticSession): string {
  const { weather, score } = session;
  const shown = (value: number) => (Number.isNaN(value) ? "?" : String(value));
  const { startMinute, durationMinutes } = score.session;
  const hours = score.minutes.map((_, entry) => {
    const hour = score.hours.first + entry;
    const at = (column: ArrayLike<number>) => shown(valueAt(column, hour));
    const sky = weather.isDay[hour] === 0 ? "night" : `cloud ${at(weather.cloudPct)}`;
    return (
      `${at(weather.tempC)}°C feels ${at(weather.apparentC)}, ${at(weather.rainMm)} mm ${at(weather.precipProbPct)}% ` +
      `code ${at(weather.weatherCode)}, wind ${at(weather.windKmh)} gust ${at(weather.gustKmh)}, ` +
      `RH ${at(weather.humidityPct)} vis ${at(weather.visibilityM)}, ${sky}`
    );
  });
  const before = session.hours.slice(0, score.hours.first).reduce((sum, { rainMm = 0 }) => sum + rainMm, 0);
  return (
    `${durationMinutes} min from :${String(startMinute % 60).padStart(2, "0")}, lead ${leadOf(weather, score.hours.first)} h, ` +
    `${before.toFixed(1)} mm before\n      ${hours.join("\n      ")}`
  );
}

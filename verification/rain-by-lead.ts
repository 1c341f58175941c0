// What an amount of rain, and a dry forecast, turned out to be worth by days ahead; and the chance that the score takes
// from them.
import { HOUR_MS } from "../src/lib/time/clock.ts";
import { rainChance } from "../src/scoring/rain-chance.ts";
import type { HourlyWeather } from "../src/weather/hourly-weather.ts";
import type { Archive } from "./archive.ts";
import { ratioByWeeks, type Estimate } from "./week-blocks.ts";

export interface RainArchive {
  readonly forecasts: readonly HourlyWeather[];
  /** mm in the hour that begins then; NaN if unknown. */
  readonly cameMm: (atMs: number) => number;
}

/** Less is not measured as rain. */
const WET_MM = 0.1;
/** Less in six hours leaves most sessions alone. */
const DRY_SIX_HOURS_MM = 0.5;
/** From this amount in six hours on, a forecast says rain. */
const RAIN_SIX_HOURS_MM = 1;

/** Further ahead there are no six hours of every day. */
export const RAIN_LEADS = [1, 2, 3, 4, 5, 6] as const;

interface Told {
  readonly startMs: number;
  readonly mm: number;
  readonly cameMm: number;
  /** 0 to 1, as the score takes it from the amount alone. */
  readonly chance: number;
}

export interface RainAtLead {
  readonly day: number;
  /** How often an hour with an amount was wet. */
  readonly wetHours: Estimate;
  /** How often six daytime hours that were to be dry had under half a millimetre. */
  readonly dry: Estimate;
  /** How often six daytime hours with a millimetre or more had that much. */
  readonly rain: Estimate;
  /** Brier scores over all hours: of the score's chance, and of always stating the share of wet hours. */
  readonly brier: Estimate;
  readonly climate: Estimate;
}

export function ofArchive({ forecasts, observed }: Archive): RainArchive {
  return {
    forecasts,
    cameMm: (atMs) => observed.rainMm[(atMs - observed.startMs) / HOUR_MS] ?? Number.NaN,
  };
}

/** `daytimeUtc` is where six hours of the place's daytime begin, in whole hours of UTC. */
export function rainByLead(archive: RainArchive, daytimeUtc: number): readonly RainAtLead[] {
  return RAIN_LEADS.map((day) => {
    const hours = archive.forecasts.flatMap((forecast) => hoursAt(archive, forecast, day));
    const six = archive.forecasts.flatMap((forecast) => sixHoursAt(archive, forecast, day, daytimeUtc));
    const share = hours.filter(({ cameMm }) => cameMm >= WET_MM).length / hours.length;
    return {
      day,
      wetHours: ratioByWeeks(
        hours.filter(({ mm }) => mm >= WET_MM),
        isWet,
      ),
      dry: ratioByWeeks(
        six.filter(({ mm }) => mm < WET_MM),
        ({ cameMm }) => (cameMm < DRY_SIX_HOURS_MM ? 1 : 0),
      ),
      rain: ratioByWeeks(
        six.filter(({ mm }) => mm >= RAIN_SIX_HOURS_MM),
        ({ cameMm }) => (cameMm >= RAIN_SIX_HOURS_MM ? 1 : 0),
      ),
      brier: ratioByWeeks(hours, (hour) => (hour.chance - isWet(hour)) ** 2),
      climate: ratioByWeeks(hours, (hour) => (share - isWet(hour)) ** 2),
    };
  });
}

function isWet({ cameMm }: Told): number {
  return cameMm >= WET_MM ? 1 : 0;
}

function hoursAt(archive: RainArchive, forecast: HourlyWeather, day: number): readonly Told[] {
  const first = Math.ceil((forecast.generatedAtMs - forecast.startMs) / HOUR_MS) + 24 * day;
  const told: Told[] = [];
  // The chances of the source, where it states any, are left out: this is about amounts.
  const amounts = { ...forecast, precipProbPct: new Float32Array(forecast.hours).fill(Number.NaN) };
  for (let hour = first; hour < Math.min(first + 24, forecast.hours); hour += 1) {
    const startMs = forecast.startMs + hour * HOUR_MS;
    const mm = forecast.rainMm[hour] ?? Number.NaN;
    const cameMm = archive.cameMm(startMs);
    if (Number.isNaN(mm) || Number.isNaN(cameMm)) continue;
    told.push({ startMs, mm, cameMm, chance: rainChance(amounts, hour) });
  }
  return told;
}

/** The six daytime hours that begin `day` days ahead; empty if one of them is unknown. */
function sixHoursAt(
  { cameMm }: RainArchive,
  { startMs: forecastMs, generatedAtMs, hours, rainMm }: HourlyWeather,
  day: number,
  daytimeUtc: number,
): readonly Pick<Told, "startMs" | "mm" | "cameMm">[] {
  const midnightMs = Math.floor(generatedAtMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const startMs = midnightMs + (24 * day + daytimeUtc) * HOUR_MS;
  const first = (startMs - forecastMs) / HOUR_MS;
  let mm = 0;
  let came = 0;
  for (let hour = first; hour < first + 6; hour += 1) {
    mm += hour < hours ? (rainMm[hour] ?? Number.NaN) : Number.NaN;
    came += cameMm(forecastMs + hour * HOUR_MS);
  }
  return Number.isNaN(mm) || Number.isNaN(came) ? [] : [{ startMs, mm, cameMm: came }];
}

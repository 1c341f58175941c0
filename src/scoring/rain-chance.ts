// How likely an hour is to be wet, and as how much rain it is then judged.
import { leadOf, type WeatherColumns } from "./weather-columns.ts";

/**
 * How often an hour was wet for which a forecast stated this amount: by its lead, every 24 hours, and by the amounts of
 * SHARE_MM. Fitted on forecasts and outcomes of two cities and two providers: of Open-Meteo for New York, MET Norway for Oslo.
 * At every lead it errs less than the climate's average does; an amount that counts as certain errs more from the third day on.
 */
const AMOUNT_SHARES: readonly (readonly [nothing: number, drizzle: number, rain: number])[] = [
  [0.01, 0.75, 0.88],
  [0.03, 0.55, 0.78],
  [0.04, 0.38, 0.66],
  [0.05, 0.27, 0.53],
  [0.06, 0.23, 0.44],
  [0.07, 0.21, 0.37],
  [0.08, 0.19, 0.3],
  [0.09, 0.18, 0.27],
];
const SHARE_LEAD_H = 24;
/** mm in the hour: none, drizzle, and rain, as which more counts too. */
const DRIZZLE_MM = 0.2;
const RAIN_MM = 1;

/** The chance that an hour is wet for which nothing but an amount is stated. */
function amountShare(rainMm: number, leadHours: number): number {
  const steps = Math.min(Math.max(leadHours / SHARE_LEAD_H, 0), AMOUNT_SHARES.length - 1);
  const before = Math.min(Math.floor(steps), AMOUNT_SHARES.length - 2);
  const share = shareAt(before, rainMm);
  return share + (shareAt(before + 1, rainMm) - share) * (steps - before);
}

function shareAt(row: number, rainMm: number): number {
  // By index: taking the three apart by a pattern would make an iterator for each hour.
  const shares = AMOUNT_SHARES[row] as (typeof AMOUNT_SHARES)[number];
  const rain = shares[2];
  if (rainMm >= RAIN_MM) return rain;
  const nothing = shares[0];
  const drizzle = shares[1];
  return rainMm >= DRIZZLE_MM
    ? drizzle + (rain - drizzle) * ((rainMm - DRIZZLE_MM) / (RAIN_MM - DRIZZLE_MM))
    : nothing + (drizzle - nothing) * (rainMm / DRIZZLE_MM);
}

/** Beside a stated chance, an amount of 1 mm or more counts as half of what it is worth alone: one run against an ensemble. */
const RUN_VOTE = 0.5;

/**
 * The chance that the hour is wet, 0..1; NaN if the source says nothing about rain. Chance and amount come from different
 * forecasts and may contradict each other, so each sets a minimum. What an hour that has passed brought is known.
 */
export function rainChance(weather: WeatherColumns, hour: number): number {
  const amountMm = weather.rainMm[hour] ?? Number.NaN;
  const chancePct = weather.precipProbPct[hour] ?? Number.NaN;
  const hasChance = !Number.isNaN(chancePct);
  if (Number.isNaN(amountMm) && !hasChance) return Number.NaN;
  const rainMm = amountMm > 0 ? amountMm : 0;
  if (hasFallen(weather, hour)) return rainMm > 0 ? 1 : 0;
  const leadHours = leadOf(weather, hour);
  if (!hasChance) return amountShare(rainMm, leadHours);
  const chance = Math.min(1, Math.max(0, chancePct / 100));
  if (rainMm === 0) return chance;
  return Math.max(chance, RUN_VOTE * amountShare(rainMm, leadHours) * Math.min(1, rainMm));
}

/** A wet hour is judged as at least this: sources often state a chance with an amount of 0. In the Met Office's slight rain. */
const WET_HOUR_MM = 0.3;

/** The amount, in mm, as which the hour is judged if it is wet. */
export function wetHourMm(weather: WeatherColumns, hour: number): number {
  const amountMm = weather.rainMm[hour] ?? Number.NaN;
  return amountMm >= WET_HOUR_MM || hasFallen(weather, hour) ? amountMm : WET_HOUR_MM;
}

/** The chance in % that words and icons go by: the source's, or the model's if there is none or if the hour has passed. */
export function givenChancePct(weather: WeatherColumns, hour: number): number {
  const chancePct = weather.precipProbPct[hour] ?? Number.NaN;
  const isStated = !Number.isNaN(chancePct) && !hasFallen(weather, hour);
  return isStated ? chancePct : 100 * rainChance(weather, hour);
}

/** The hour has passed, and it is known how much fell. */
function hasFallen(weather: WeatherColumns, hour: number): boolean {
  return !Number.isNaN(weather.rainMm[hour] ?? Number.NaN) && leadOf(weather, hour) < 0;
}

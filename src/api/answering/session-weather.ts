import type { SessionWeather } from "#gen/suitability/v1/explanation_pb.ts";
import { minutesIn, type SessionScore } from "../../scoring/session-score.ts";
import { shortestDecimal, toTenths } from "./answer-fields.ts";

/** From these on, an hour is wet. Its chance is the score's, 0..1. */
const WET_MM = 0.1;
const WET_CHANCE = 0.5;

/**
 * The weather of a session in one line. Its chance of rain is the highest of its hours: added up as if they were independent,
 * the hours' chances would be far too high, since rain comes in spells.
 */
export function sessionWeather({ session, hours, isStormy }: SessionScore): SessionWeather {
  const { weather } = session;
  let rainChance = 0;
  let rainMm = 0;
  let wetMinutes = 0;
  let windKmhMax = Number.NEGATIVE_INFINITY;
  let gustKmhMax = Number.NEGATIVE_INFINITY;
  let tempCMin = Number.POSITIVE_INFINITY;
  let tempCMax = Number.NEGATIVE_INFINITY;
  for (let entry = 0; entry < hours.count; entry += 1) {
    const hour = hours.first + entry;
    const minutes = minutesIn(session, hour);
    const chance = hours.rainChance[entry] ?? Number.NaN;
    // Negative amounts are noise of the source. An unknown amount makes the sum unknown.
    const mm = Math.max(0, weather.rainMm[hour] ?? Number.NaN);
    rainMm += (mm * minutes) / 60;
    if (mm >= WET_MM && chance >= WET_CHANCE) wetMinutes += minutes;
    if (chance > rainChance) rainChance = chance;
    windKmhMax = higher(windKmhMax, weather.windKmh[hour] ?? Number.NaN);
    gustKmhMax = higher(gustKmhMax, weather.gustKmh[hour] ?? Number.NaN);
    const tempC = weather.tempC[hour] ?? Number.NaN;
    tempCMax = higher(tempCMax, tempC);
    if (tempC < tempCMin) tempCMin = tempC;
  }
  const areAmountsKnown = !Number.isNaN(rainMm);
  return {
    $typeName: "suitability.v1.SessionWeather",
    rainChancePct: Math.round(100 * rainChance),
    rainMm: areAmountsKnown ? toTenths(rainMm) : undefined,
    wetMinutes: areAmountsKnown ? wetMinutes : undefined,
    windKmhMax: ifKnown(windKmhMax),
    gustKmhMax: ifKnown(gustKmhMax),
    tempCMin: ifKnown(tempCMin),
    tempCMax: ifKnown(tempCMax),
    storm: isStormy,
  };
}

/** An unknown value is not higher. */
function higher(highest: number, value: number): number {
  return value > highest ? value : highest;
}

/** Undefined if no hour's value was known. */
function ifKnown(extreme: number): number | undefined {
  if (!Number.isFinite(extreme)) return undefined;
  // Half a tenth is rounded from the decimal that the listed hours have, so that both agree. To find it takes a microsecond.
  const isHalf = Math.abs(Math.abs((extreme * 10) % 1) - 0.5) < 1e-3;
  return toTenths(isHalf ? shortestDecimal(extreme) : extreme);
}

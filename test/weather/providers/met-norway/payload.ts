// What MET Norway would send for a place in the Nordic countries, to be spoiled by tests.
import type { Place } from "../../../../src/lib/place.ts";

export interface MetNorwayStepPayload {
  time: string;
  data: {
    instant: { details: Record<string, unknown> };
    next_1_hours?: { summary: { symbol_code: string }; details: Record<string, unknown> };
    next_6_hours?: { summary: { symbol_code: string }; details: Record<string, unknown> };
  };
}

export interface MetNorwayPayload {
  type: string;
  geometry: { type: string; coordinates: number[] };
  properties: {
    meta: { updated_at: string; units: Record<string, string>; error?: string };
    timeseries: MetNorwayStepPayload[];
  };
}

const HOUR_MS = 3_600_000;

/** Steps an hour apart, as the provider sends them for some two days; then six hours apart. */
export const HOURLY_STEPS = 54;
const SIX_HOURLY_STEPS = 28;

/** Hours from the first step to the last. */
export const PAYLOAD_HOURS = HOURLY_STEPS + 6 * SIX_HOURLY_STEPS;

const UNITS = {
  air_temperature: "celsius",
  relative_humidity: "%",
  cloud_area_fraction: "%",
  wind_speed: "m/s",
  wind_speed_of_gust: "m/s",
  precipitation_amount: "mm",
  probability_of_precipitation: "%",
};

/** Each hour's values differ from its neighbours'. Generated half an hour before the current hour began. */
export function metNorwayPayload(options: { nowMs: number; place: Place }): MetNorwayPayload {
  const { nowMs, place } = options;
  const startMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURLY_STEPS + SIX_HOURLY_STEPS + 1 }, (_, i) =>
    i < HOURLY_STEPS ? i : HOURLY_STEPS + 6 * (i - HOURLY_STEPS),
  );
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [place.lng, place.lat, 20] },
    properties: {
      meta: { updated_at: new Date(startMs - HOUR_MS / 2).toISOString(), units: { ...UNITS } },
      timeseries: hours.map((hour, i) => ({
        time: new Date(startMs + hour * HOUR_MS).toISOString().replace(".000Z", "Z"),
        data: stepOf(hour, { isLast: i === hours.length - 1 }),
      })),
    },
  };
}

function stepOf(hour: number, { isLast }: { isLast: boolean }): MetNorwayStepPayload["data"] {
  const isHourly = hour < HOURLY_STEPS;
  const details = {
    air_temperature: 10 + (hour % 24) / 4,
    relative_humidity: 60 + (hour % 24),
    cloud_area_fraction: 40 + (hour % 24),
    wind_speed: 5 + (hour % 24) / 10,
    ...(isHourly ? { wind_speed_of_gust: 10 } : {}),
  };
  if (isLast) return { instant: { details } };
  const period = (amountMm: number) => ({
    summary: { symbol_code: "lightrain" },
    details: { precipitation_amount: amountMm, probability_of_precipitation: hour % 24 },
  });
  // As in the provider's answers, the last five hourly steps have no `next_6_hours`.
  const hasSix = !isHourly || hour < HOURLY_STEPS - 5;
  return {
    instant: { details },
    ...(isHourly ? { next_1_hours: period((hour % 24) / 10) } : {}),
    ...(hasSix ? { next_6_hours: period(3) } : {}),
  };
}

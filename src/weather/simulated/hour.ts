// The weather of one hour at one place, made up. Plausible enough to show the service with; nothing here is a climate.
import { HOUR_MS } from "../../clock.ts";
import type { WeatherColumn } from "../hourly-weather.ts";
import type { Place } from "../place.ts";
import { simulatedSky } from "./sky.ts";
import { smoothNoise } from "./smooth-noise.ts";
import { solarHour } from "./solar-hour.ts";

const YEAR_MS = 365.2425 * 24 * HOUR_MS;
const RADIANS = Math.PI / 180;

/** One seed for each field that is independent of the others. */
const SEED = { front: 1, shower: 2, wind: 3, temp: 4, cloud: 5, gust: 6 } as const;

/** Weather is alike within some 500 km: a thirteenth of the Earth's radius. */
const CELLS_PER_RADIUS = 13;

/** Above this unrest it rains; at it, the chance of rain is even. */
const RAIN_UNREST = 0.6;

/** The warmest day of the north, and the coldest of the south: a month after the solstice, as land and sea lag. */
const NORTHERN_WARMEST_MS = Date.UTC(2026, 6, 20);

/** All columns but two: feels-like is left to the score, as by providers who do not tell it, and daylight to the sun. */
export type SimulatedHour = Readonly<Record<Exclude<WeatherColumn, "apparentC" | "isDay">, number>>;

/**
 * Depends on the place and the hour and on nothing else, whoever asks and whenever: today's forecast of an hour is
 * tomorrow's. Defined everywhere, the poles and the date line included.
 */
export function simulatedHour(place: Place, hourMs: number): SimulatedHour {
  const lat = place.lat * RADIANS;
  const lng = place.lng * RADIANS;
  const hour = hourMs / HOUR_MS;
  // A point of the sphere instead of degrees: no seam at 180°, no pinch at the poles.
  const x = CELLS_PER_RADIUS * Math.cos(lat) * Math.cos(lng);
  const y = CELLS_PER_RADIUS * Math.cos(lat) * Math.sin(lng);
  const z = CELLS_PER_RADIUS * Math.sin(lat);
  // Within -1..1, so that chance can shift a front but not cancel it.
  const field = (seed: number, hoursAlike: number) =>
    Math.tanh(smoothNoise(seed, [x, y, z, hour / hoursAlike]));

  const unrest = wave(lat, lng, hour) + 0.25 * field(SEED.front, 30);
  const storminess = Math.max(0, unrest);
  const cloudPct = clampPct(52 + 42 * unrest + 18 * field(SEED.cloud, 8));
  const rainMm = showersMm(unrest, field(SEED.shower, 4));
  const windKmh = 12 + 6 * field(SEED.wind, 14) + 7 * storminess ** 2;
  // Rough air makes a gust of one and a half times the mean wind, give or take.
  const gustKmh = windKmh * (1.5 + 0.12 * field(SEED.gust, 5)) + 4 * storminess;
  // The warmest hour comes three after the highest sun; clouds flatten the day, and towards the poles it fades.
  const ofDayC =
    5 * Math.cos(lat) * (1 - cloudPct / 200) * Math.cos(((solarHour(place.lng, hourMs) - 15) * Math.PI) / 12);
  const tempC = seasonTempC(place.lat, hourMs) + ofDayC + 2.3 * field(SEED.temp, 60) - storminess;
  const humidityPct = clampPct(Math.max(15, 73 - 6 * ofDayC + 14 * unrest));
  return {
    tempC,
    rainMm,
    precipProbPct: 100 / (1 + Math.exp(-5 * (unrest - RAIN_UNREST))),
    windKmh,
    gustKmh,
    cloudPct,
    ...simulatedSky({ tempC, rainMm, cloudPct, humidityPct, windKmh }),
    humidityPct,
  };
}

/**
 * How unsettled the weather is, above 0 for the worse half. Six lows and highs around the Earth travel east, as the
 * long waves of the real atmosphere do, so that every place has its fine and its wet days within four.
 */
function wave(lat: number, lng: number, hour: number): number {
  return (
    1.55 * Math.sqrt(Math.max(0, Math.cos(lat))) * Math.sin(6 * lng + 2 * lat - (2 * Math.PI * hour) / 96)
  );
}

/** To 0.1 mm, so that a code of rain never stands beside an amount shown as 0. */
function showersMm(unrest: number, shower: number): number {
  return Math.round(Math.max(0, unrest - RAIN_UNREST) * (1 + 0.55 * shower) * 30) / 10;
}

/** 29 °C at the equator; at 51° from 6 °C in winter to 21 °C in summer; at the poles far below zero. */
function seasonTempC(latDeg: number, hourMs: number): number {
  const northernSummer = Math.cos((2 * Math.PI * (hourMs - NORTHERN_WARMEST_MS)) / YEAR_MS);
  return 29 - 0.006 * latDeg ** 2 + 9.5 * Math.sin(latDeg * RADIANS) * northernSummer;
}

function clampPct(value: number): number {
  return Math.max(0, Math.min(100, value));
}

// Made-up weather of one hour at one place: plausible enough to show the service, but not a model of the climate.
import { DAY_MS, HOUR_MS } from "../../../lib/time/clock.ts";
import type { WeatherColumn } from "../../hourly-weather.ts";
import type { Place } from "../../../lib/place.ts";
import { smoothNoise } from "./smooth-noise.ts";

const YEAR_MS = 365.2425 * 24 * HOUR_MS;
const RADIANS = Math.PI / 180;

/** One seed for each independent field. */
const SEED = { front: 1, shower: 2, wind: 3, temp: 4, cloud: 5, gust: 6 } as const;

/** Weather is similar within some 500 km: a thirteenth of the Earth's radius. */
const CELLS_PER_RADIUS = 13;

/** It rains above this unrest, at which the chance of rain is 50%. */
const RAIN_UNREST = 0.6;

/**
 * The warmest day of the north, and the coldest of the south: a month after the solstice, because land and sea warm up
 * slowly.
 */
const NORTHERN_WARMEST_MS = Date.UTC(2026, 6, 20);

/** All columns but feels-like, which the score computes, and daylight, which the sun decides. */
export type SimulatedHour = Readonly<Record<Exclude<WeatherColumn, "apparentC" | "isDay">, number>>;

/**
 * Depends only on place and hour, so the forecast of an hour never changes. Defined everywhere, including the poles and
 * the date line.
 */
export function simulatedHour(place: Place, hourMs: number): SimulatedHour {
  const lat = place.lat * RADIANS;
  const lng = place.lng * RADIANS;
  const hour = hourMs / HOUR_MS;
  // A point on the sphere instead of degrees: no seam at 180°, no singularity at the poles.
  const x = CELLS_PER_RADIUS * Math.cos(lat) * Math.cos(lng);
  const y = CELLS_PER_RADIUS * Math.cos(lat) * Math.sin(lng);
  const z = CELLS_PER_RADIUS * Math.sin(lat);
  // Within -1 to 1, so that chance can shift a front but not cancel it.
  const field = (seed: number, hoursAlike: number) =>
    Math.tanh(smoothNoise(seed, [x, y, z, hour / hoursAlike]));

  const unrest = wave(lat, lng, hour) + 0.25 * field(SEED.front, 30);
  const storminess = Math.max(0, unrest);
  const cloudPct = clampPct(52 + 42 * unrest + 18 * field(SEED.cloud, 8));
  const rainMm = showersMm(unrest, field(SEED.shower, 4));
  const windKmh = 12 + 6 * field(SEED.wind, 14) + 7 * storminess ** 2;
  // A gust is about one and a half times the mean wind.
  const gustKmh = windKmh * (1.5 + 0.12 * field(SEED.gust, 5)) + 4 * storminess;
  // The warmest hour is three hours after noon. Clouds flatten the daily curve, and it fades towards the poles.
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
 * How unsettled the weather is; above 0 in the worse half. Six lows and highs around the Earth travel east, like the long
 * waves of the real atmosphere, so that every place has fine and wet days within any four days.
 */
function wave(lat: number, lng: number, hour: number): number {
  return (
    1.55 * Math.sqrt(Math.max(0, Math.cos(lat))) * Math.sin(6 * lng + 2 * lat - (2 * Math.PI * hour) / 96)
  );
}

/** Rounded to 0.1 mm, so that a code of rain never has an amount of 0 beside it. */
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

/**
 * Local solar time, 0..24; the sun is highest at 12. The equation of time is the Fourier series of J. W. Spencer,
 * "Fourier series representation of the position of the sun", Search 2 (1971) 172, as also used by NOAA
 * (https://gml.noaa.gov/grad/solcalc/solareqns.PDF).
 */
export function solarHour(lng: number, timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const yearStartMs = Date.UTC(year, 0, 1);
  const yearAngle = (2 * Math.PI * (timeMs - yearStartMs)) / (Date.UTC(year + 1, 0, 1) - yearStartMs);
  const equationOfTimeMinutes =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(yearAngle) -
      0.032077 * Math.sin(yearAngle) -
      0.014615 * Math.cos(2 * yearAngle) -
      0.040849 * Math.sin(2 * yearAngle));
  const utcHour = ((timeMs % DAY_MS) / DAY_MS) * 24;
  return (utcHour + lng / 15 + equationOfTimeMinutes / 60 + 48) % 24;
}

/** Snow reaches the ground a little above freezing. */
const SNOW_BELOW_C = 0.5;

type SkyInput = Pick<SimulatedHour, "tempC" | "rainMm" | "cloudPct" | "humidityPct" | "windKmh">;

/** The WMO code that agrees with the other values, and the visibility in such weather. */
export function simulatedSky(input: SkyInput): Pick<SimulatedHour, "weatherCode" | "visibilityM"> {
  const { tempC, rainMm, cloudPct, humidityPct, windKmh } = input;
  if (rainMm > 0) {
    const isSnow = tempC <= SNOW_BELOW_C;
    return {
      weatherCode: isSnow ? snowCode(rainMm) : rainCode(input),
      visibilityM: 24_000 / (1 + rainMm * (isSnow ? 8 : 1.5)),
    };
  }
  // Wind disperses fog. Below freezing, the fog is rime fog.
  if (humidityPct >= 95 && windKmh < 11) return { weatherCode: tempC < 0 ? 48 : 45, visibilityM: 300 };
  return { weatherCode: skyCode(cloudPct), visibilityM: 30_000 - 200 * Math.max(0, humidityPct - 50) };
}

function snowCode(mm: number): number {
  if (mm < 0.5) return 71;
  return mm < 2 ? 73 : 75;
}

/** Thunder in warm downpours, showers under a broken sky, drizzle if it hardly rains, else rain. */
function rainCode({ tempC, rainMm, cloudPct }: SkyInput): number {
  if (rainMm >= 3 && tempC >= 15) return 95;
  if (cloudPct < 85) return rainMm < 2.5 ? 80 : 81;
  if (rainMm < 0.3) return 51;
  if (rainMm < 2.5) return 61;
  return rainMm < 7.6 ? 63 : 65;
}

/** Clear, mainly clear, partly cloudy, overcast. */
function skyCode(cloudPct: number): number {
  if (cloudPct < 12.5) return 0;
  if (cloudPct < 37.5) return 1;
  return cloudPct < 87.5 ? 2 : 3;
}

import { DAY_MS } from "../../clock.ts";

const DEGREES = Math.PI / 180;

export interface SolarPosition {
  /** Of the sun's centre above the horizon, without refraction. */
  readonly elevationDeg: number;
  /** Local solar time, 0..24; the sun is highest at 12. */
  readonly solarHour: number;
}

/**
 * Where the sun is, to about half a degree. Declination and equation of time are the Fourier series of J. W. Spencer,
 * "Fourier series representation of the position of the sun", Search 2 (1971) 172, as also used by NOAA
 * (https://gml.noaa.gov/grad/solcalc/solareqns.PDF).
 */
export function solarPosition(place: { lat: number; lng: number }, timeMs: number): SolarPosition {
  const year = new Date(timeMs).getUTCFullYear();
  const yearStartMs = Date.UTC(year, 0, 1);
  const yearAngle = (2 * Math.PI * (timeMs - yearStartMs)) / (Date.UTC(year + 1, 0, 1) - yearStartMs);
  const declination =
    0.006918 -
    0.399912 * Math.cos(yearAngle) +
    0.070257 * Math.sin(yearAngle) -
    0.006758 * Math.cos(2 * yearAngle) +
    0.000907 * Math.sin(2 * yearAngle) -
    0.002697 * Math.cos(3 * yearAngle) +
    0.00148 * Math.sin(3 * yearAngle);
  const equationOfTimeMinutes =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(yearAngle) -
      0.032077 * Math.sin(yearAngle) -
      0.014615 * Math.cos(2 * yearAngle) -
      0.040849 * Math.sin(2 * yearAngle));
  const utcHour = ((timeMs % DAY_MS) / DAY_MS) * 24;
  const solarHour = (utcHour + place.lng / 15 + equationOfTimeMinutes / 60 + 48) % 24;
  const lat = place.lat * DEGREES;
  const sine =
    Math.sin(lat) * Math.sin(declination) +
    Math.cos(lat) * Math.cos(declination) * Math.cos((solarHour - 12) * 15 * DEGREES);
  return { elevationDeg: Math.asin(Math.max(-1, Math.min(1, sine))) / DEGREES, solarHour };
}

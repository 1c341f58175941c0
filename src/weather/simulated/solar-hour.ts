import { DAY_MS } from "../../clock.ts";

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

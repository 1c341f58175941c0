// The weather that scores are made from. The type is structural, so anything with these columns can be scored.

/**
 * Consecutive hours, one entry each, NaN if unknown; a column may be any array of numbers. Rain, chance, gusts and code
 * are for the whole hour, the other columns for its start. Units: °C, mm, %, km/h, m.
 */
export interface WeatherColumns {
  readonly hours: number;
  readonly tempC: ArrayLike<number>;
  readonly apparentC: ArrayLike<number>;
  readonly rainMm: ArrayLike<number>;
  readonly precipProbPct: ArrayLike<number>;
  readonly windKmh: ArrayLike<number>;
  readonly gustKmh: ArrayLike<number>;
  readonly cloudPct: ArrayLike<number>;
  readonly weatherCode: ArrayLike<number>;
  readonly isDay: ArrayLike<number>;
  readonly visibilityM: ArrayLike<number>;
  readonly humidityPct: ArrayLike<number>;
  /** Start of hour 0, a whole UTC hour, and when the forecast was made; Unix ms. Without them every hour has a lead of 0. */
  readonly startMs?: number;
  readonly generatedAtMs?: number;
  /** Water on the surface and in the soil from before hour 0, mm; 0 by default. */
  readonly wetMm?: number;
  readonly soakedMm?: number;
}

export const HOUR_MS = 3_600_000;

/**
 * Whole hours from the hour in which the forecast was made to this hour; below 0, the hour has passed. It does not depend on
 * the clock, so that scores of a forecast can be cached.
 */
export function leadOf({ startMs, generatedAtMs }: WeatherColumns, hour: number): number {
  if (startMs === undefined || generatedAtMs === undefined) return 0;
  return startMs / HOUR_MS - Math.floor(generatedAtMs / HOUR_MS) + hour;
}

/**
 * Reads a column; NaN outside of it. The scoring of hours does not call this function: it reads columns of several types,
 * so V8 boxes each number that it returns, which was more than half of a score's garbage.
 */
export function valueAt(column: ArrayLike<number>, hour: number): number {
  return column[hour] ?? Number.NaN;
}

/**
 * The WMO weather codes as Open-Meteo uses them (https://open-meteo.com/en/docs), by what they mean for a score.
 * `plain` is a known code that names nothing, `none` a missing or unknown code. `thunder` has all codes of thunderstorms
 * in WMO table 4677, so that no storm of another source is missed.
 */
export type WeatherCodeKind = "plain" | "rain" | "fog" | "ice" | "snow" | "heavy_snow" | "thunder" | "none";

const CODES: readonly (readonly [WeatherCodeKind, readonly number[]])[] = [
  ["plain", [0, 1, 2, 3]],
  ["rain", [51, 53, 55, 61, 63, 65, 80, 81, 82]],
  ["fog", [45, 48]],
  ["ice", [56, 57, 66, 67]],
  ["snow", [71, 73, 77, 85]],
  ["heavy_snow", [75, 86]],
  ["thunder", [17, 29, 91, 92, 93, 94, 95, 96, 97, 98, 99]],
];

const kindOfCode: WeatherCodeKind[] = Array.from({ length: 100 }, () => "none");
for (const [kind, codes] of CODES) {
  for (const code of codes) kindOfCode[code] = kind;
}

function kindOf(code: number): WeatherCodeKind {
  // The comparison keeps NaN out: as an index, NaN would be looked up as a property name.
  return code >= 0 ? (kindOfCode[code] ?? "none") : "none";
}

export function isWeatherCode(code: number): boolean {
  return kindOf(code) !== "none";
}

/** Models have given code 95 to whole days that were dry and clear: below this stated chance, in %, they contradict it. */
const THUNDER_DOUBT_PCT = 10;

/** What the code of an hour names. Thunder that its own hour contradicts, with no amount and hardly a chance, names nothing. */
export function weatherCodeKind(
  { weatherCode, rainMm, precipProbPct }: Pick<WeatherColumns, "weatherCode" | "rainMm" | "precipProbPct">,
  hour: number,
): WeatherCodeKind {
  const kind = kindOf(weatherCode[hour] ?? Number.NaN);
  if (kind !== "thunder" || (rainMm[hour] ?? Number.NaN) > 0) return kind;
  return (precipProbPct[hour] ?? Number.NaN) < THUNDER_DOUBT_PCT ? "plain" : kind;
}

/** m; meteorologists call a lower visibility fog. */
const FOG_BELOW_M = 1000;

export function isFoggy(weather: WeatherColumns, hour: number): boolean {
  return weatherCodeKind(weather, hour) === "fog" || (weather.visibilityM[hour] ?? Number.NaN) < FOG_BELOW_M;
}

/** Mean wind, km/h; NaN if unknown. */
export function meanWindKmh(weather: WeatherColumns, hour: number): number {
  return Math.max(0, weather.windKmh[hour] ?? Number.NaN);
}

/** The steady wind, km/h, that the hour's wind and gusts count as. */
export function effectiveWindKmh(weather: WeatherColumns, hour: number, gustRatio: number): number {
  const windKmh = meanWindKmh(weather, hour);
  const gustAsWindKmh = (weather.gustKmh[hour] ?? Number.NaN) / gustRatio;
  return gustAsWindKmh > windKmh ? gustAsWindKmh : windKmh;
}

/**
 * Feels-like temperature, °C: the source's own; else the Bureau of Meteorology's apparent temperature if the humidity is
 * known; else the air with its wind chill; else the air temperature, or NaN.
 */
export function feelsLikeC(weather: WeatherColumns, hour: number): number {
  const apparentC = weather.apparentC[hour] ?? Number.NaN;
  if (!Number.isNaN(apparentC)) return apparentC;
  const tempC = weather.tempC[hour] ?? Number.NaN;
  const windKmh = meanWindKmh(weather, hour);
  if (Number.isNaN(windKmh)) return tempC;
  const humidityPct = weather.humidityPct[hour] ?? Number.NaN;
  if (!Number.isNaN(humidityPct)) {
    // Steadman's apparent temperature in the form of the Australian Bureau of Meteorology.
    const vapourHpa = (humidityPct / 100) * 6.105 * Math.exp((17.27 * tempC) / (237.7 + tempC));
    return tempC + 0.33 * vapourHpa - 0.7 * (windKmh / 3.6) - 4;
  }
  return windChillC(tempC, windKmh);
}

/** The formula of wind chill is for winds from here up; people in calm air move about as fast. */
const CHILL_MIN_KMH = 5;

/**
 * The air, °C, or colder by the wind chill of Environment Canada and US National Weather Service, 2001. It meets the air at about
 * 20 °C, so it can be used at any temperature.
 */
export function windChillC(tempC: number, windKmh: number): number {
  const power = Math.max(CHILL_MIN_KMH, windKmh) ** 0.16;
  return Math.min(tempC, 13.12 + 0.6215 * tempC - 11.37 * power + 0.3965 * tempC * power);
}

/** Air temperature, °C; if the source has no air temperature, its feels-like temperature. */
export function airTempC(weather: WeatherColumns, hour: number): number {
  const tempC = weather.tempC[hour] ?? Number.NaN;
  return Number.isNaN(tempC) ? (weather.apparentC[hour] ?? Number.NaN) : tempC;
}

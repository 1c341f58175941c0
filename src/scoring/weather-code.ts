// The WMO weather codes in Open-Meteo's use of them (https://open-meteo.com/en/docs), by what they mean for a score.
import { valueAt, type WeatherColumns } from "./weather-columns.ts";

/** `plain` says that none of the others is going on; `none` that there is no code, or one that nobody knows. */
export type WeatherCodeKind = "plain" | "fog" | "ice" | "snow" | "heavy_snow" | "thunder" | "none";

const CODES: readonly (readonly [WeatherCodeKind, readonly number[]])[] = [
  ["plain", [0, 1, 2, 3, 51, 53, 55, 61, 63, 65, 80, 81, 82]],
  ["fog", [45, 48]],
  ["ice", [56, 57, 66, 67]],
  ["snow", [71, 73, 77, 85]],
  ["heavy_snow", [75, 86]],
  ["thunder", [95, 96, 99]],
];

const kindOfCode: WeatherCodeKind[] = Array.from({ length: 100 }, () => "none");
for (const [kind, codes] of CODES) {
  for (const code of codes) kindOfCode[code] = kind;
}

export function weatherCodeKind({ weatherCode }: WeatherColumns, hour: number): WeatherCodeKind {
  const code = valueAt(weatherCode, hour);
  // The comparison keeps NaN away from the array: as an index it would be looked up as a property name.
  return code >= 0 ? (kindOfCode[code] ?? "none") : "none";
}

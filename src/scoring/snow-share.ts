// How much of what falls is snow.
import { airTempC, weatherCodeKind, type WeatherColumns } from "./weather-columns.ts";

/** °C from which on nothing of it is snow, and down from which all of it is. Between the two, the share goes straight. */
interface SnowRamp {
  readonly rainFromC: number;
  readonly snowFromC: number;
}

/** Half snow at 1 °C: the average of 17.8 million observations (Jennings and others, 2018). */
const BY_THE_AIR: SnowRamp = { rainFromC: 2, snowFromC: 0 };

/** A code of rain or thunder is of a model that knows more than the air at 2 m, so it is believed down to frost. */
const BY_A_RAIN_CODE: SnowRamp = { rainFromC: 0, snowFromC: -1 };

/** 0..1. A code of snow or of freezing rain decides; without a temperature, the others are rain. */
export function snowShare(weather: WeatherColumns, hour: number): number {
  const kind = weatherCodeKind(weather, hour);
  if (kind === "snow" || kind === "heavy_snow") return 1;
  if (kind === "ice") return 0;
  const { rainFromC, snowFromC } = kind === "rain" || kind === "thunder" ? BY_A_RAIN_CODE : BY_THE_AIR;
  const tempC = airTempC(weather, hour);
  if (!(tempC < rainFromC)) return 0;
  return tempC <= snowFromC ? 1 : (rainFromC - tempC) / (rainFromC - snowFromC);
}

/** For words and icons: at least half of what falls is snow. */
export function isSnow(weather: WeatherColumns, hour: number): boolean {
  return snowShare(weather, hour) >= 0.5;
}

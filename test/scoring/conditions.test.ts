import { expect, it } from "vitest";
import { conditionsOf } from "../../src/scoring/conditions.ts";
import { columnsOf, fineHour, type HourOfWeather } from "./columns-of.ts";

it.each<[word: string, of: string, hour: HourOfWeather]>([
  ["dry", "a fine hour", {}],
  [
    "dry",
    "an hour with neither cloud nor the amount of rain known",
    { cloudPct: Number.NaN, rainMm: Number.NaN },
  ],
  ["dry", "70 % of cloud", { cloudPct: 70 }],
  ["cloudy", "71 % of cloud", { cloudPct: 71 }],
  ["dry", "a trace of rain", { rainMm: 0.09, precipProbPct: 49 }],
  ["rain", "a tenth of a millimetre", { rainMm: 0.1 }],
  ["rain", "an even chance", { precipProbPct: 50, cloudPct: 100 }],
  ["rain", "freezing rain", { weatherCode: 66, tempC: -1, precipProbPct: 50 }],
  ["snow", "a code of snow without an amount, likely enough", { weatherCode: 71, precipProbPct: 50 }],
  ["dry", "a code of snow without an amount, hardly likely", { weatherCode: 71, precipProbPct: 49 }],
  ["snow", "frost without a code", { weatherCode: Number.NaN, tempC: -1, rainMm: 0.2 }],
  ["snow", "1 °C, at which half of it is snow", { tempC: 1, rainMm: 0.2 }],
  ["rain", "1.1 °C", { tempC: 1.1, rainMm: 0.2 }],
  ["rain", "rain in fog", { visibilityM: 500, rainMm: 0.2 }],
  ["fog", "a code of fog", { weatherCode: 45, cloudPct: 100 }],
  ["fog", "999 m of visibility", { visibilityM: 999 }],
  ["dry", "1000 m of visibility", { visibilityM: 1000 }],
  ["storm", "thunder, whatever else", { weatherCode: 95, rainMm: 5, visibilityM: 100 }],
])("the icon %s stands for %s", (word, _of, hour) => {
  expect(conditionsOf(columnsOf([fineHour(hour)]), 0)).toBe(word);
});

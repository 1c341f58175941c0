import type { HourOfWeather } from "./columns-of.ts";

/** Makes an hour of weather worse; `by` is anything from 0 to 40. */
export type Worsening = (hour: HourOfWeather, by: number) => HourOfWeather;

export const moreWind: Worsening = (hour, by) => ({ ...hour, windKmh: (hour.windKmh ?? 0) + by });

/** What never raises the score of any sport, by its number in the scoring model's list of properties. */
export const WORSENINGS: readonly { readonly what: string; readonly change: Worsening }[] = [
  {
    what: "more rain, in the session or before it (P2)",
    change: (hour, by) => ({ ...hour, rainMm: (hour.rainMm ?? 0) + by / 4 }),
  },
  {
    what: "a higher chance of rain (P3)",
    change: ({ precipProbPct, ...hour }, by) =>
      precipProbPct === undefined ? hour : { ...hour, precipProbPct: precipProbPct + by },
  },
  {
    what: "a stronger gust, whatever the wind curve (P4)",
    change: ({ gustKmh, ...hour }, by) => (gustKmh === undefined ? hour : { ...hour, gustKmh: gustKmh + by }),
  },
  {
    what: "more cloud (P5)",
    change: ({ cloudPct, ...hour }, by) =>
      cloudPct === undefined ? hour : { ...hour, cloudPct: cloudPct + by },
  },
];

// The plans of Open-Meteo and the calls that a fetch counts as (https://open-meteo.com/en/pricing, 2026-08).
import {
  OPEN_METEO_VARIABLES,
  openMeteoConnections,
  openMeteoUrl,
  PLACES_TOGETHER_MAX,
} from "../../src/weather/providers/open-meteo/request.ts";

interface ProviderPlan {
  readonly title: string;
  readonly callsAMonth: number;
  readonly note: string;
}

export const MONTH_DAYS = 30;

/** The free host counts by the day. There is no plan between the last two, and the last one has no upper limit. */
export const PROVIDER_PLANS: readonly ProviderPlan[] = [
  {
    title: "Free",
    callsAMonth: 10_000 * MONTH_DAYS,
    note: "10,000 a day, non-commercial use only, one request at once",
  },
  { title: "Standard", callsAMonth: 1_000_000, note: "two requests at once" },
  { title: "Professional", callsAMonth: 5_000_000, note: "two requests at once" },
  { title: "Enterprise", callsAMonth: 50_000_000, note: "50 million and more, by agreement" },
];

/** A request for more than ten variables counts as more than one call, in proportion. */
export const VARIABLES = Object.keys(OPEN_METEO_VARIABLES).length;
export const CALLS_PER_FETCH = Math.max(1, VARIABLES / 10);

/** Assumed time from the request to the last byte over the internet. The provider itself takes a millisecond. */
const FETCH_SECONDS = 0.1;

/** The forecasts that one process can get from Open-Meteo in a second. One request asks for several waiting places. */
export const FETCHES_PER_SECOND =
  (openMeteoConnections(openMeteoUrl({ apiKey: "any" })) * PLACES_TOGETHER_MAX) / FETCH_SECONDS;

/** The smallest plan that allows this many fetches a day; undefined if none does. */
export function planFor(fetchesADay: number): ProviderPlan | undefined {
  const callsAMonth = fetchesADay * CALLS_PER_FETCH * MONTH_DAYS;
  return PROVIDER_PLANS.find((plan) => callsAMonth <= plan.callsAMonth);
}

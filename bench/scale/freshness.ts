// What a longer freshness saves of the provider's calls, beside what its plans allow.
import { MINUTE_MS } from "../../src/clock.ts";
import { CALLS_PER_FETCH, MONTH_DAYS, planFor, PROVIDER_PLANS } from "./provider-plans.ts";
import { simulateDay } from "./simulate-day.ts";
import { FLEETS } from "./sites.ts";
import { numberText } from "./text.ts";
import { venuesWithin } from "./expected-fetches.ts";

const MINUTES = [15, 60, 180] as const;
const VENUES = [300, 3_000, 30_000] as const;

export function freshnessRows(sizes: readonly number[] = VENUES): readonly (readonly string[])[] {
  return [
    ["venues", ...MINUTES.map((minutes) => `${minutes} min`)],
    ...sizes.map((venues) => {
      const calls = MINUTES.map((minutes) => {
        const { fetches } = simulateDay({ venues, ...FLEETS.sharing, freshMs: minutes * MINUTE_MS });
        const plan = planFor(fetches)?.title ?? "by agreement";
        return `${numberText(fetches * CALLS_PER_FETCH * MONTH_DAYS)}: ${plan}`;
      });
      return [venues.toLocaleString("en-GB")].concat(calls);
    }),
  ];
}

/** The largest site of each plan, in venues. */
export function freshnessPlanRows(): readonly (readonly string[])[] {
  return [
    ["plan", "calls a month", ...MINUTES.map((minutes) => `${minutes} min`)],
    ...PROVIDER_PLANS.map(({ title, callsAMonth }) => {
      const fetchesMax = callsAMonth / MONTH_DAYS / CALLS_PER_FETCH;
      const sites = MINUTES.map((minutes) =>
        numberText(venuesWithin(fetchesMax, { ...FLEETS.sharing, freshMs: minutes * MINUTE_MS })),
      );
      return [title, numberText(callsAMonth)].concat(sites);
    }),
  ];
}

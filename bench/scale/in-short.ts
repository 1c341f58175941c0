// The answers for those who read no further.
import type { Constants } from "./constants.ts";
import { venuesWithin } from "./expected-fetches.ts";
import { callsPerReplica, callUs, CORE_SHARE, needsOf } from "./needs.ts";
import { CALLS_PER_FETCH, MONTH_DAYS, PROVIDER_PLANS } from "./provider-plans.ts";
import { FLEETS, type Sites } from "./sites.ts";
import { megabytesText, numberText, percentText } from "./text.ts";

const LARGE = 1_000_000;

export function inShort(sites: Sites, constants: Constants): string {
  const days = sites.find(({ venues }) => venues === LARGE)?.days;
  if (days === undefined) throw new Error(`no site of ${LARGE} venues was simulated`);
  const large = needsOf(days.sharing, LARGE, "postgres", constants);
  const ofOneCore = LARGE * (CORE_SHARE / large.cores);
  const ends = PROVIDER_PLANS.map(({ title, callsAMonth }) => {
    const venues = venuesWithin(callsAMonth / MONTH_DAYS / CALLS_PER_FETCH, FLEETS.sharing);
    return `${title} (${numberText(callsAMonth)} calls a month) at ${numberText(venues)} venues`;
  });
  const apart = days.apart.fetches / days.sharing.fetches - 1;
  const provider = numberText(days.sharing.fetches * CALLS_PER_FETCH * MONTH_DAYS);
  return [
    `- **What breaks first is the provider's plan.** Open-Meteo's are used up one after the other: ${ends.join(", ")}. One core, kept at ${percentText(CORE_SHARE)}, has time for ${numberText(ofOneCore)} venues.`,
    `- **A million venues** make ${numberText(large.peakPerSecond)} calls a second at the peak. They need ${numberText(large.cores)} cores of the service (${numberText(large.coresWithSidecars)} with sidecars), ${numberText(large.postgres?.cores ?? 0)} cores and ${megabytesText(large.postgres?.diskMb ?? 0)} of disk of PostgreSQL, ${megabytesText(large.logGbADay * 1024)} of log a day, and ${provider} calls to the provider a month. That is a contract, or [a weather server of your own](#what-breaks-first).`,
    `- **One process**, kept at ${percentText(CORE_SHARE)} of a core, answers ${numberText(callsPerReplica(constants, "postgres"))} calls a second on PostgreSQL (${numberText(callUs(constants, "postgres"))} µs of CPU each) and ${numberText(callsPerReplica(constants, "sqlite"))} on SQLite (${numberText(callUs(constants, "sqlite"))} µs).`,
    `- **Sharing forecasts** saves three replicas ${percentText(apart / (1 + apart))} of the provider's calls.`,
  ].join("\n");
}

// Simulates the sites of docs/scale.md.
import { simulateDay, type Day, type Fleet } from "./simulate-day.ts";

export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;

/** Replicas that share forecasts fetch as much as a single process. */
export const FLEETS = {
  alone: { replicas: 1, isShared: false },
  sharing: { replicas: 3, isShared: true },
  apart: { replicas: 3, isShared: false },
} as const satisfies Readonly<Record<string, Fleet>>;

export type FleetName = keyof typeof FLEETS;

/** The day of each fleet, for each size. */
export type Sites = readonly { readonly venues: number; readonly days: Readonly<Record<FleetName, Day>> }[];

interface SitesOptions {
  readonly sizes?: readonly number[];
  readonly onProgress?: (what: string, share: number) => void;
}

export function simulateSites({ sizes = SIZES, onProgress }: SitesOptions): Sites {
  const work = sizes.reduce((sum, venues) => sum + venues, 0) * Object.keys(FLEETS).length;
  let done = 0;
  return sizes.map((venues) => {
    const dayOf = (name: FleetName): Day => {
      const what = `${venues} venues, ${name}`;
      const day = simulateDay({
        venues,
        ...FLEETS[name],
        onProgress: (share) => onProgress?.(what, (done + share * venues) / work),
      });
      done += venues;
      return day;
    };
    return { venues, days: { alone: dayOf("alone"), sharing: dayOf("sharing"), apart: dayOf("apart") } };
  });
}

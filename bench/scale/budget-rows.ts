// Days of fleets with a budget of calls, as docs/scale.md tells of them.
import { simulateBudgetDay, type BudgetDay } from "./budget-day.ts";
import { createForecastsInMemory, createProviderInMemory } from "./shared-in-memory.ts";
import { numberText, percentText } from "./text.ts";

const CALLS_MAX = 10_000;
const VENUES = [300, 1_000, 3_000] as const;

/** Three replicas that share what they share in this process: test/weather/budget holds the same on real stores. */
export async function budgetRows(sizes: readonly number[] = VENUES): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for (const venues of sizes) {
    const provider = createProviderInMemory();
    const forecasts = createForecastsInMemory();
    const openShared = (freshMs: () => number) => ({ provider, forecasts: forecasts(freshMs) });
    rows.push(rowOf(venues, await simulateBudgetDay({ venues, callsMax: CALLS_MAX, openShared })));
  }
  return [
    [
      "venues",
      "calls of the provider",
      "forecasts fresh for, at most",
      "answers from one of at most 1 h",
      "of 1 to 3 h",
      "of 3 to 6 h",
      "refused",
      "used up at",
    ],
    ...rows,
  ];
}

function rowOf(venues: number, day: BudgetDay): string[] {
  const share = (count: number) => percentText(count / day.calls);
  const usedUp = day.notices.find(({ notice }) => notice === "used_up");
  return [
    venues.toLocaleString("en-GB"),
    numberText(day.fetches),
    `${Math.max(...day.looks.map(({ freshMinutes }) => freshMinutes))} min`,
    share(day.withinHour),
    share(day.withinThreeHours),
    share(day.older),
    share(day.refused),
    usedUp === undefined ? "not" : `${Math.floor(usedUp.hour)}:00`,
  ];
}

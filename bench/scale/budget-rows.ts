// The table of docs/scale.md about days with a budget of provider calls.
import { simulateBudgetDay, type BudgetDay } from "./budget-day.ts";
import { createForecastsInMemory, createProviderInMemory } from "./shared-in-memory.ts";
import { numberText, percentText } from "./text.ts";

const CALLS_MAX = 10_000;
const VENUES = [300, 1_000, 3_000] as const;

/** The replicas share counts and forecasts in memory. test/contracts/provider-calls-suite.ts tests the real stores. */
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
      "calls to the provider",
      "longest freshness",
      "answers from a forecast up to 1 h old",
      "1 to 3 h old",
      "3 to 6 h old",
      "refused",
      "budget used up at",
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

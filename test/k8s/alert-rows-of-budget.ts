// What is to be told of a day's calls of a provider, beside the series of a healthy service.
import type { Row } from "./alert-cases.ts";
import { CORE } from "./alert-series.ts";

const PAGE = ["SuitabilityProviderBudgetRunsOut page"];

function budget(
  used: number,
  { left, projected }: { readonly left: number; readonly projected: number },
): Row[2] {
  const series = (name: string) => `suitability_provider_budget_${name}_calls{${CORE},source="open-meteo"}`;
  return {
    [series("used")]: `${used}x420`,
    [series("left")]: `${left}x420`,
    [series("projected")]: `${projected}x420`,
  };
}

export const ROWS_OF_BUDGET: readonly Row[] = [
  [
    "a page when the day's provider calls run out though forecasts are fresh for three hours",
    45,
    budget(4_000, { left: 6_000, projected: 14_000 }),
    PAGE,
  ],
  ["a page at once when they are used up", 1, budget(10_000, { left: 0, projected: 10_000 }), PAGE],
  [
    "nothing while they last, however much of them is used",
    45,
    budget(9_000, { left: 1_000, projected: 9_900 }),
    [],
  ],
];

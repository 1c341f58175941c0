import type { Plan } from "../../accounts/plans/plan.ts";

/** What is allowed and yet seldom meant, a sentence each. */
export function doubtfulPlans(plans: readonly Plan[]): readonly string[] {
  const sold = plans.filter(({ isForSale }) => isForSale);
  const doubts: string[] = [];
  if (sold.length === 0) doubts.push("No plan is for sale.");
  const currencies = new Set(sold.flatMap(({ currency }) => currency ?? []));
  if (currencies.size > 1) doubts.push(`Prices are in ${[...currencies].join(" and ")}.`);
  const quotas = sold.map(({ monthlyQuota }) => monthlyQuota ?? Number.POSITIVE_INFINITY);
  if (quotas.some((quota, index) => quota < (quotas[index - 1] ?? 0))) {
    doubts.push("Plans are not in the order of their quotas, and people see them as they stand.");
  }
  for (const { name, extras, includes } of plans) {
    if (!includes.sla && extras.some((extra) => /\bSLA\b/i.test(extra))) {
      doubts.push(`The extras of ${name} name an SLA, which "includes": ["sla"] would measure.`);
    }
  }
  return doubts;
}

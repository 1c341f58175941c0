import type { Plan } from "../../accounts/plans/plan.ts";
import { escapeHtml } from "../fill.ts";

/** What stands on the front page for the plans: what each for sale has, and the name of the smallest. */
export function planWords(plans: readonly Plan[]): Readonly<Record<string, string>> {
  const forSale = plans.filter(({ isForSale }) => isForSale);
  const [smallest] = forSale.length > 0 ? forSale : plans;
  return {
    "plans.quotas": escapeHtml(forSale.map(quotaText).join(", ")),
    "plans.smallest": smallest?.name ?? "",
  };
}

/** `Starter 25,000 (GBP 49)`, `Enterprise by agreement` */
function quotaText({ title, price, currency, monthlyQuota }: Plan): string {
  const amount = currency === undefined ? price : `${currency} ${price}`;
  return monthlyQuota === undefined
    ? `${title} ${amount}`
    : `${title} ${monthlyQuota.toLocaleString("en-GB")} (${amount})`;
}

// The plans, for whoever has to choose one.
import { priceText, type Plan } from "../../accounts/plans/plan.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { alignedColumns, countText } from "../aligned-columns.ts";

const AGREED = "add --monthly-quota N";

/** In one line: `free (500 calls a month), …`. */
export function plansLine({ list }: Plans): string {
  const plans = list.map(({ name, monthlyQuota }) =>
    monthlyQuota === undefined ? `${name} (${AGREED})` : `${name} (${countText(monthlyQuota)} calls a month)`,
  );
  return plans.join(", ");
}

/** As a table. */
export function plansTable({ list }: Plans): string {
  const quotas = list.map(quotaText);
  const width = Math.max(...quotas.map((text) => text.length));
  const rows = list.map((plan, index) => [
    plan.name,
    // As a text, since some have none; padded, so that the digits stand below each other.
    (quotas[index] ?? "").padStart(width),
    plan.isForSale || plan.currency === undefined ? priceText(plan) : `${priceText(plan)}, not for sale`,
    plan.extras.join(", "),
  ]);
  return alignedColumns([["PLAN", "CALLS A MONTH".padStart(width), "PRICE", "ADDS"], ...rows]);
}

function quotaText({ monthlyQuota }: Plan): string {
  return monthlyQuota === undefined ? AGREED : countText(monthlyQuota);
}

// The plans, for whoever has to choose one.
import { PLANS } from "../accounts/plan.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";

const AGREED = "add --monthly-quota N";

/** In one line: `free (500 calls a month), …`. */
export function plansLine(): string {
  const plans = Object.values(PLANS).map(({ name, monthlyQuota }) =>
    monthlyQuota === undefined ? `${name} (${AGREED})` : `${name} (${countText(monthlyQuota)} calls a month)`,
  );
  return plans.join(", ");
}

/** As a table. */
export function plansTable(): string {
  const rows = Object.values(PLANS).map(({ name, monthlyQuota, extras }) => [
    name,
    // As a text, since one of them has none; padded, so that the digits stand below each other.
    (monthlyQuota === undefined ? AGREED : countText(monthlyQuota)).padStart(AGREED.length),
    extras.join(", "),
  ]);
  return alignedColumns([["PLAN", "CALLS A MONTH".padStart(AGREED.length), "ADDS"], ...rows]);
}

import type { Spending } from "../../src/accounts/spending.ts";

/** A GetForecast call of an account on 21 November 2026. */
export function spendingOf(accountId: string, change: Partial<Spending> = {}): Spending {
  return { accountId, month: "2026-11", day: 21, method: "GetForecast", quota: 500, ...change };
}

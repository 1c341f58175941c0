// Prints what each account owes for a month: the price of each plan, times the share of the month that it was in use.
// Plans without a currency are billed elsewhere. An account owes nothing while it is suspended or closed.
import { readFileSync } from "node:fs";

const { month, accounts } = JSON.parse(readFileSync(0, "utf8"));
const [year, number] = month.split("-").map(Number);
const startMs = Date.UTC(year, number - 1);
const endMs = Date.UTC(year, number);
// The current month is billed up to now.
const untilNow = Math.min(endMs, Date.now());
for (const { account_id, external_ref, plans } of accounts) {
  const owed = new Map();
  for (const { price, currency, state, since, until } of plans) {
    if (price === null)
      throw new Error(`${account_id} had a plan whose price is not known: put it back into PLANS_FILE`);
    if (currency === null || state !== "active") continue;
    const share = ((until === null ? untilNow : Date.parse(until)) - Date.parse(since)) / (endMs - startMs);
    owed.set(currency, (owed.get(currency) ?? 0) + Number(price) * share);
  }
  for (const [currency, amount] of owed)
    console.log(`${external_ref ?? account_id} ${currency} ${amount.toFixed(2)}`);
}

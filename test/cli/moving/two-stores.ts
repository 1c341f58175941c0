// What the tests of `accounts move` move.
import type { AccountStore } from "../../../src/accounts/account-store.ts";
import { BARE, FULL, recordsOf } from "../../contracts/records-of.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { openNewStore } from "../open-new-store.ts";
import { commandsOn } from "../use-commands.ts";

export const clock = createManualClock("2026-11-21T14:00:00Z");

/** An old store with two accounts, and a new one with none. */
export async function twoStores() {
  const [from, to] = [await openNewStore(), await openNewStore()];
  await from.importAccounts(recordsOf(FULL, BARE));
  return { from, to, commands: commandsOn({ store: from, moveTo: to, clock }) };
}

export const spendOn = (store: AccountStore) =>
  store.spend({ accountId: FULL.account.id, month: "2026-11", day: 21, method: "forecast", quota: 99 });

import type { AccountChanges, AccountStore } from "../store.ts";
import { createAccounts, createSports } from "./accounts.ts";
import { createApiKeys } from "./api-keys.ts";
import { createHistory } from "./history.ts";
import type { StoreParts } from "./sql.ts";
import { tablesVersion, unsetMoved } from "./tables.ts";
import { createAccountRecords } from "./account-records.ts";
import { createUsage } from "./usage.ts";

/** The part of a store that both databases share. Counting, readiness and moving are each store's own. */
export function createSqlStore(parts: StoreParts) {
  return {
    ...createAccounts(parts),
    ...createSports(parts),
    ...createApiKeys(parts),
    ...createHistory(parts),
    ...createUsage(parts),
    ...createAccountRecords(parts),
    as: (operator: string): AccountChanges => createSqlStore({ ...parts, operator }),
    comeBack: () => parts.database.transaction(unsetMoved),
    tablesVersion: () => tablesVersion(parts.database),
  } satisfies Partial<AccountStore>;
}

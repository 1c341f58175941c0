import type { AccountStore } from "../store.ts";
import { createAccounts, createSports } from "./accounts.ts";
import { createApiKeys } from "./api-keys.ts";
import { createHistory } from "./history.ts";
import type { StoreParts } from "./store-parts.ts";
import { unsetMoved } from "./tables.ts";
import { createTransfer } from "./transfer.ts";
import { createUsage } from "./usage.ts";

/** What stands in a connection's way, or in a file's, and what is counted: each store does that in its own way. */
type OwnToEach =
  | "spend"
  | "takeProviderCalls"
  | "hasProviderTurn"
  | "endProviderTurn"
  | "openForecasts"
  | "leaveFor"
  | "ping"
  | "close";

/** A store as far as it is written once for both databases. */
export function createSqlStore(parts: StoreParts): Omit<AccountStore, OwnToEach> {
  return {
    ...createAccounts(parts),
    ...createSports(parts),
    ...createApiKeys(parts),
    ...createHistory(parts),
    ...createUsage(parts),
    ...createTransfer(parts),
    comeBack: () => parts.database.transaction(unsetMoved),
  };
}

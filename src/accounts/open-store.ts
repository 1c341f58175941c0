import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import type { TlsReader } from "./postgres/connect.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { AccountStore } from "./store.ts";
import type { OnStoreRisks } from "./store-risks.ts";
import { storeAddressFromUrl, storeUrlProblem } from "./store-address.ts";

export interface StoreOptions {
  readonly clock: Clock;
  /** What an encrypted connection to it is made with; by default the CAs that Node trusts. */
  readonly tls?: TlsReader | undefined;
  /** Is told by which of its settings a server may lose what it has answered for, each time that it has been connected to. */
  readonly onRisks?: OnStoreRisks | undefined;
  /** How long a server may take to answer a command, or SQLite to commit; by default what each finds right. */
  readonly commandTimeoutMs?: number | undefined;
  /** Whether a file that is not there is made, with its folder. */
  readonly mayMakeIt?: boolean | undefined;
  /** Who changes accounts through it, for the audit log. */
  readonly operator?: string | undefined;
  /** Whether calls are answered from it: its accounts cannot be moved meanwhile. */
  readonly serves?: boolean | undefined;
  /** Whether a store is opened whose accounts have moved to another one. */
  readonly mayHaveMoved?: boolean | undefined;
}

/**
 * Opens the store at a STORE_URL. Throws an Error of one line that says what to change. A server that cannot be reached is
 * no reason to throw: it is used as soon as it can be.
 */
export async function openStore(
  url: string,
  { mayMakeIt = true, operator = "unknown", ...options }: StoreOptions,
): Promise<AccountStore> {
  const store = storeAddressFromUrl(url);
  if (store === undefined) throw new Error(`The store's URL ${storeUrlProblem(url)}.`);
  if (store.kind === "Sqlite" && !mayMakeIt && !existsSync(store.path)) {
    throw new Error(
      `There is no store at ${store.path}. STORE_URL names the service's; serve and accounts create make a new one.`,
    );
  }
  const what = store.kind === "Sqlite" ? `file ${store.path}` : `database ${store.address.database}`;
  try {
    return store.kind === "Sqlite"
      ? await openSqliteStore({ ...options, operator, path: resolve(store.path) })
      : await openPostgresStore({ ...options, operator, address: store.address });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`STORE_URL: the ${what} cannot be used: ${reason}`, { cause: error });
  }
}

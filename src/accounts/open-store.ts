import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Clock } from "../clock.ts";
import type { TlsReader } from "../connections/tls-reader.ts";
import type { AccountStore } from "./account-store.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { createRedisStore } from "./redis/store.ts";
import { createSqliteStore } from "./sqlite/store.ts";
import type { OnStoreRisks } from "./store-risks.ts";
import { STORE_URL_FORMS, storeAddressFromUrl } from "./store-address.ts";

interface StoreOptions {
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
}

/**
 * Opens the store at a STORE_URL. Throws an Error of one line that says what to change. A server that cannot be reached is
 * no reason to throw: it is used as soon as it can be.
 */
export async function openStore(
  url: string,
  { clock, tls, onRisks, commandTimeoutMs, mayMakeIt = true, operator = "unknown" }: StoreOptions,
): Promise<AccountStore> {
  const address = storeAddressFromUrl(url);
  if (address === undefined) {
    // The URL is not repeated: it may carry a password.
    throw new Error(`The store's URL has to be ${STORE_URL_FORMS}.`);
  }
  if (address.kind === "Redis") {
    return createRedisStore({ url: address.url, clock, tls, onRisks, commandTimeoutMs, operator });
  }
  if (address.kind === "Sqlite" && !mayMakeIt && !existsSync(address.path)) {
    throw new Error(
      `There is no store at ${address.path}. STORE_URL names the service's; serve and accounts create make a new one.`,
    );
  }
  const what = address.kind === "Sqlite" ? `file ${address.path}` : `database ${address.address.database}`;
  try {
    return address.kind === "Sqlite"
      ? createSqliteStore({ path: resolve(address.path), clock, commandTimeoutMs, operator })
      : await openPostgresStore({
          address: address.address,
          clock,
          tls,
          onRisks,
          commandTimeoutMs,
          operator,
        });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`STORE_URL: the ${what} cannot be used: ${reason}`, { cause: error });
  }
}

// Accounts in a PostgreSQL (14 or newer), for any number of replicas: what was counted is on its disk before it is answered.
import type { Clock } from "../../clock.ts";
import type { TlsReader } from "../../connections/tls-reader.ts";
import type { AccountStore } from "../account-store.ts";
import { createPostgresAccountChanges } from "./changes/account-changes.ts";
import type { OnStoreRisks } from "../store-risks.ts";
import { createPostgresAccounts } from "./accounts.ts";
import type { PostgresAddress } from "./address.ts";
import { createPostgresApiKeys } from "./api-keys.ts";
import { createPostgresConnection } from "./connection.ts";
import { createPostgresCounter } from "./counter.ts";
import { createPostgresHistory } from "./changes/history.ts";
import { NewerSchema } from "./migrations.ts";
import { createPostgresProviderCalls } from "./fleet/provider-calls.ts";
import { createPostgresMoving } from "./moving.ts";
import { createPostgresSports } from "./sports.ts";
import type { PostgresStoreParts } from "./store-parts.ts";
import { createPostgresTransfer } from "./transfer.ts";
import { createPostgresUsage } from "./usage.ts";

/**
 * Connects, and brings the tables up to date. One that cannot be reached is no reason to throw: as long as that is so, every
 * method throws StoreUnavailable, and it is used as soon as it can be. Throws NewerSchema.
 */
export async function openPostgresStore({
  address,
  clock,
  tls,
  onRisks,
  commandTimeoutMs,
  operator,
}: {
  readonly address: PostgresAddress;
  readonly clock: Clock;
  readonly tls?: TlsReader | undefined;
  readonly onRisks?: OnStoreRisks | undefined;
  readonly commandTimeoutMs?: number | undefined;
  readonly operator: string;
}): Promise<AccountStore> {
  const connection = createPostgresConnection({ address, tls, onRisks, commandTimeoutMs });
  const countingConnection = createPostgresConnection({ address, tls, commandTimeoutMs });
  const counter = createPostgresCounter({ connection: countingConnection, clock });
  const providerConnection = createPostgresConnection({ address, tls, commandTimeoutMs });
  const { close: closeProviderCalls, ...providerCalls } = createPostgresProviderCalls({
    connection: providerConnection,
  });
  const close = async (): Promise<void> => {
    await counter.close();
    await closeProviderCalls();
    await connection.close();
  };
  // All, for a use waits for the first attempt to connect, which may take longer than a call may.
  const all = [connection, countingConnection, providerConnection];
  const [failure] = await Promise.all(all.map((one) => one.firstFailure()));
  if (failure instanceof NewerSchema) {
    await close();
    throw failure;
  }
  const parts: PostgresStoreParts = { address, tls, connection, clock, operator };
  return {
    ...createPostgresAccounts(parts),
    ...createPostgresAccountChanges(parts),
    ...createPostgresHistory(parts),
    ...createPostgresApiKeys(parts),
    ...createPostgresSports(parts),
    ...createPostgresUsage(parts),
    ...createPostgresTransfer(parts),
    ...providerCalls,
    ...createPostgresMoving(parts),
    spend: counter.spend,
    ping: async () => {
      await connection.ask((sql) => sql`SELECT count(*) FROM account WHERE id = ''`);
      await counter.probe();
    },
    close,
  };
}

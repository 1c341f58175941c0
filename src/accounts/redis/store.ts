// Accounts in a Redis (7 or newer), for any number of replicas. What a restart of that Redis forgets is its own setting:
// only with `appendfsync always` is a call that was counted on its disk before it is answered.
import { setImmediate as turnEnd } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import { createRedisConnection, type RedisConnection } from "../../redis/connection.ts";
import { RedisUnavailable } from "../../redis/failure.ts";
import type { TlsReader } from "../../connections/tls-reader.ts";
import { StoreUnavailable, type AccountStore } from "../account-store.ts";
import { createRedisAccountChanges } from "./changes/account-changes.ts";
import type { OnStoreRisks } from "../store-risks.ts";
import { createRedisAccounts } from "./accounts.ts";
import { createRedisApiKeys } from "./api-keys.ts";
import { createRedisCaller } from "./caller.ts";
import { createRedisCounter } from "./counter.ts";
import { createRedisMoving } from "./moving.ts";
import { createRedisHistory } from "./changes/history.ts";
import { probeRedis } from "./probe.ts";
import { createRedisProviderCalls } from "./fleet/provider-calls.ts";
import { sealedStore, sealOf } from "./seal.ts";
import { createRedisRisks } from "./risks.ts";
import { createRedisSports } from "./sports.ts";
import type { RedisStoreParts } from "./store-parts.ts";
import { createRedisTransfer } from "./transfer.ts";
import { createRedisUsage } from "./usage.ts";

/**
 * Begins to connect to the Redis at `url` and returns at once: as long as it cannot be reached, every method throws
 * StoreUnavailable. One that can be reached again is used again.
 */
export function createRedisStore({
  url,
  clock,
  tls,
  onRisks,
  commandTimeoutMs,
  operator,
}: {
  readonly url: string;
  readonly clock: Clock;
  readonly tls?: TlsReader | undefined;
  readonly onRisks?: OnStoreRisks | undefined;
  readonly commandTimeoutMs?: number | undefined;
  readonly operator: string;
}): AccountStore {
  const connection = storeConnection(
    createRedisConnection({ url, tls, commandTimeoutMs, onInfo: onRisks && createRedisRisks(onRisks) }),
  );
  const parts: RedisStoreParts = { connection, clock, operator };
  return {
    ...createRedisAccounts(parts),
    ...createRedisAccountChanges(parts),
    ...createRedisHistory(parts),
    ...createRedisApiKeys(parts),
    ...createRedisSports(parts),
    ...createRedisCaller(parts),
    ...createRedisUsage(parts),
    ...createRedisTransfer(parts),
    ...createRedisMoving(parts),
    ...createRedisCounter(parts),
    ...createRedisProviderCalls(parts),
    ping: async () => {
      await probeRedis(connection);
      // Of a cluster the node that knows may be away: the accounts of the others are answered, or say themselves that they are sealed.
      const seal = await sealOf(connection).catch(() => undefined);
      if (seal !== undefined) throw sealedStore(seal);
    },
    close: async () => {
      // At the end of this turn of the event loop, the calls that are to be counted have been sent.
      await turnEnd();
      await connection.close();
    },
  };
}

/** The same connection, with the failures that every store has. */
function storeConnection(connection: RedisConnection): RedisConnection {
  return {
    ...connection,
    send: async (command) => {
      try {
        return await connection.send(command);
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) {
          throw error;
        }
        const { message, cause, mayBeDone } = error;
        throw new StoreUnavailable(`The account store cannot be used: ${message}.`, {
          cause,
          mayHaveChanged: mayBeDone,
        });
      }
    },
  };
}

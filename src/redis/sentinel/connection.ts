// A connection to whichever server the Sentinels say is the primary.
// Why not the client's own: docs/decisions/0005-sentinels-and-clusters.md
import { setTimeout as sleep } from "node:timers/promises";
import { hostToText, type Host } from "../../connections/hosts-from-text.ts";
import { connectRedis, type RedisClient } from "../connect.ts";
import { ONE_SERVER, type RedisConnection, type RedisParts, type RedisReply } from "../connection.ts";
import { createServerConnection } from "../server-connection.ts";
import { createSentinels, type Sentinels } from "./sentinels.ts";

/**
 * How often the Sentinels are asked while there is a connection. A primary that only they cannot reach goes on answering us, and
 * what it counts after they have made another one is lost.
 */
const WATCH_MS = 1_000;

/** Starts to connect. */
export function createSentinelConnection<Text>({
  address,
  useTimeoutMs,
  onInfo,
  ...parts
}: RedisParts): RedisConnection<Text> {
  const { login, database } = address;
  const sentinels = createSentinels({ address, tls: parts.tls });
  const connect = async (): Promise<RedisClient> => {
    const host = await sentinels.primary();
    const client = await connectRedis({
      ...parts,
      host,
      login,
      database,
      onInfo: onInfo && ((info) => onInfo("", info)),
    });
    return endedWhenReplaced(client, host, sentinels);
  };
  const lasting = createServerConnection(connect, useTimeoutMs);
  return {
    send: (command) => lasting.use(({ redis }) => redis.sendCommand<RedisReply<Text>>([...command])),
    tags: () => ONE_SERVER,
    close: async () => {
      await lasting.close();
      await sentinels.close();
    },
  };
}

/** The same client, which ends as well when the Sentinels have made another server the primary. */
function endedWhenReplaced(client: RedisClient, host: Host, sentinels: Sentinels): RedisClient {
  const over = new AbortController();
  const watch = async (): Promise<unknown> => {
    const { signal } = over;
    for (;;) {
      await sleep(WATCH_MS, undefined, { ref: false, signal });
      // While none of them answers, the primary is who it was.
      const primary = await sentinels.primary().catch(() => host);
      if (hostToText(primary) !== hostToText(host)) return new Error("another server is the primary now");
    }
  };
  const replaced = watch().catch(() => undefined);
  void client.ended.then(() => over.abort());
  return { ...client, ended: Promise.race([client.ended, replaced]) };
}

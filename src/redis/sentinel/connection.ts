// A connection to whichever server the Sentinels say is the primary.
// Why not the client's own: docs/decisions/0005-sentinels-and-clusters.md
import { setTimeout as sleep } from "node:timers/promises";
import { hostToText, type Host } from "../../connections/hosts-from-text.ts";
import type { RedisClient } from "../connect.ts";
import type { RedisConnection, RedisParts } from "../connection.ts";
import { createOneServerConnection } from "../one-server.ts";
import { createSentinels, type Sentinels } from "./sentinels.ts";

/**
 * How often the Sentinels are asked while there is a connection. A primary that only they cannot reach goes on answering us, and
 * what it counts after they have made another one is lost.
 */
const WATCH_MS = 1_000;

/** Starts to connect. */
export function createSentinelConnection<Text>(parts: RedisParts): RedisConnection<Text> {
  const sentinels = createSentinels(parts);
  const connection = createOneServerConnection<Text>(parts, async (connectTo) => {
    const host = await sentinels.primary();
    return endedWhenReplaced(await connectTo(host), host, sentinels);
  });
  return {
    ...connection,
    close: async () => {
      await connection.close();
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

// The Sentinels of a Redis, which know who its primary is.
import { hostsFromText, hostToText, type Host } from "../../connections/hosts-from-text.ts";
import { connectRedis, type RedisClient } from "../connect.ts";
import type { RedisParts } from "../connection.ts";
import { mostTold } from "../most-told.ts";
import { createServerConnection } from "../server-connection.ts";

export interface Sentinels {
  /** The primary as most of them have it; rejects where none of them answers, or none knows of it. */
  primary(): Promise<Host>;
  close(): Promise<void>;
}

/** How long one may take to answer: it has nothing else to do. */
const ANSWER_TIMEOUT_MS = 300;

/** Starts to connect to all of them. */
export function createSentinels({ address, tls }: Pick<RedisParts, "address" | "tls">): Sentinels {
  const { hosts, login, primaryName } = address;
  const connections = hosts.map((host) =>
    createServerConnection(async () => {
      const plain = { host, tls, replies: "text", login: { user: undefined, password: undefined } } as const;
      try {
        return await connectRedis(plain);
      } catch (error) {
        // Most have no password of their own, and refuse one; those that want one get that of the servers.
        if (!(error instanceof Error && error.message.startsWith("NOAUTH "))) throw error;
        return connectRedis({ ...plain, login });
      }
    }, ANSWER_TIMEOUT_MS),
  );

  const ask = async ({ redis }: RedisClient): Promise<string> => {
    const reply = await redis.sendCommand<readonly string[] | null>([
      "SENTINEL",
      "GET-MASTER-ADDR-BY-NAME",
      primaryName,
    ]);
    if (reply === null) throw new Error(`the Sentinels know of no ${primaryName}`);
    const [name = "", port = ""] = reply;
    return hostToText({ name, port: Number(port) });
  };

  return {
    primary: async () => {
      const told = await mostTold(connections.map((connection) => connection.use(ask)));
      const [host] = hostsFromText(told, 0) ?? [];
      if (host === undefined) throw new Error("the Sentinels tell no address of the primary");
      return host;
    },
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

// A connection to a Redis that has proved to answer, and a bound on how long that may take.
import type { RedisClientType, TypeMapping } from "@redis/client";
import { createDeadline } from "./deadline.ts";

type NoExtensions = Record<string, never>;
export type RedisClient = RedisClientType<NoExtensions, NoExtensions, NoExtensions, 2, TypeMapping>;

/** What strings are replied as: characters, or bytes where they are not text. */
export type RedisReplies = "text" | "bytes";

/** How long the network may take to connect. */
const CONNECT_TIMEOUT_MS = 300;

/** How long it may take until the server has answered. Longer than the above, whose end must not be cut short. */
const ANSWER_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS;

/** Connects once, or throws. `onLost` is told when the connection has ended, and why if it did not end by `destroy`. */
export async function connectRedis({
  url,
  replies,
  onLost,
}: {
  readonly url: string;
  readonly replies: RedisReplies;
  readonly onLost: (client: RedisClient, reason?: unknown) => void;
}): Promise<RedisClient> {
  // Loading it takes a tenth of a second, which whoever uses another store is spared.
  const { createClient, RESP_TYPES } = await import("@redis/client");
  const client: RedisClient = createClient({
    url,
    // Replies as lists, whatever the command.
    RESP: 2,
    commandOptions: { typeMapping: replies === "bytes" ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {} },
    // No command may be sent later than it was asked for, or a second time.
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  });
  client.on("error", (error: unknown) => onLost(client, error));
  client.on("end", () => onLost(client));
  const deadline = createDeadline(ANSWER_TIMEOUT_MS);
  try {
    await Promise.race([greet(client), deadline.passed]);
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  } finally {
    deadline.clear();
  }
}

/** A server that hangs accepts connections all the same; one that is loading its data says so. */
async function greet(client: RedisClient): Promise<void> {
  await client.connect();
  await client.sendCommand(["PING"]);
}

// A connection to a Redis that has proved to answer.
import type { RedisClientType, TypeMapping } from "@redis/client";
import { createDeadline } from "../deadline.ts";
import type { Client } from "../lasting-connection.ts";

type NoExtensions = Record<string, never>;
type RedisClient = RedisClientType<NoExtensions, NoExtensions, NoExtensions, 2, TypeMapping>;

interface RedisClientOptions {
  readonly url: string;
  /** What strings are replied as: characters, or bytes where they are not text. */
  readonly replies: "text" | "bytes";
}

/** How long the network may take to connect. */
const CONNECT_TIMEOUT_MS = 300;

/** How long it may take until the server has answered. Longer than the above, which has to end by itself. */
const ANSWER_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS;

/** Connects once, or throws. */
export async function connectRedis({
  url,
  replies,
}: RedisClientOptions): Promise<Client & { readonly redis: RedisClient }> {
  // Loading it takes a tenth of a second, which whoever uses another store is spared.
  const { createClient, RESP_TYPES } = await import("@redis/client");
  const redis: RedisClient = createClient({
    url,
    // Replies as lists, whatever the command.
    RESP: 2,
    commandOptions: { typeMapping: replies === "bytes" ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {} },
    // No command may be sent later than it was asked for, or a second time.
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  });
  const ended = Promise.withResolvers<unknown>();
  redis.on("error", ended.resolve);
  redis.on("end", () => ended.resolve(undefined));
  const deadline = createDeadline(ANSWER_TIMEOUT_MS);
  try {
    await Promise.race([greet(redis), deadline.passed]);
  } catch (error) {
    redis.destroy();
    throw error;
  } finally {
    deadline.clear();
  }
  return {
    redis,
    ended: ended.promise,
    destroy: () => {
      redis.destroy();
      ended.resolve(undefined);
    },
  };
}

/** A server that hangs accepts connections all the same; one that is loading its data says so. */
async function greet(redis: RedisClient): Promise<void> {
  await redis.connect();
  await redis.sendCommand(["PING"]);
}

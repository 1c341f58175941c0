// A connection to a Redis that has proved to answer.
import { isIP } from "node:net";
import type { RedisClientType, TypeMapping } from "@redis/client";
import { createDeadline } from "../deadline.ts";
import type { Host } from "../connections/hosts-from-text.ts";
import type { Client } from "../connections/lasting-connection.ts";
import type { TlsReader } from "../connections/tls-reader.ts";
import type { RedisLogin } from "./address.ts";

type NoExtensions = Record<string, never>;
type BareClient = RedisClientType<NoExtensions, NoExtensions, NoExtensions, 2, TypeMapping>;
export type RedisClient = Client & { readonly redis: BareClient };

export interface RedisServerOptions {
  readonly host: Host;
  readonly login: RedisLogin;
  /** None but the first in a cluster. */
  readonly database?: number | undefined;
  /** Without one the connection is plain. */
  readonly tls: TlsReader | undefined;
  /** What strings are replied as: characters, or bytes where they are not text. */
  readonly replies: "text" | "bytes";
  /** Is told what the server says of its memory and its persistence, once it has been connected to. */
  readonly onInfo?: ((info: string) => void) | undefined;
}

/** How long the network may take to connect. */
const CONNECT_TIMEOUT_MS = 300;

/** How long it may take until the server has answered. Longer than the above, which has to end by itself. */
const ANSWER_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS;

/** Connects once, or throws. */
export async function connectRedis(options: RedisServerOptions): Promise<RedisClient> {
  const redis = await createBareClient(options);
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
  if (options.onInfo !== undefined) void askForInfo(redis, options.onInfo);
  return {
    redis,
    ended: ended.promise,
    destroy: () => {
      redis.destroy();
      ended.resolve(undefined);
    },
  };
}

async function createBareClient({
  host: { name: host, port },
  login: { user, password },
  database = 0,
  tls,
  replies,
}: RedisServerOptions): Promise<BareClient> {
  // Loading it takes a tenth of a second, which whoever uses another store is spared.
  const { createClient, RESP_TYPES } = await import("@redis/client");
  const secured = tls && {
    tls: true as const,
    ...(await tls()),
    // By which one address serves several names; an address itself is none.
    ...(isIP(host) === 0 && { servername: host }),
  };
  return createClient({
    socket: { host, port, connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false, ...secured },
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    database,
    // Replies as lists, whatever the command.
    RESP: 2,
    commandOptions: { typeMapping: replies === "bytes" ? { [RESP_TYPES.BLOB_STRING]: Buffer } : {} },
    // No command may be sent later than it was asked for, or a second time.
    disableOfflineQueue: true,
  });
}

/** A server that hangs accepts connections all the same; one that is loading its data says so. */
async function greet(redis: BareClient): Promise<void> {
  await redis.connect();
  await redis.sendCommand(["PING"]);
}

/** Nobody waits for it. A user that may not ask is told nothing. */
async function askForInfo(redis: BareClient, onInfo: (info: string) => void): Promise<void> {
  const info = await redis.sendCommand(["INFO", "memory", "persistence"]).catch(() => "");
  onInfo(String(info));
}

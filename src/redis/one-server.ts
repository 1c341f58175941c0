// A connection to one server at a time, which has all keys.
import type { Host } from "../connections/hosts-from-text.ts";
import { connectRedis, type RedisClient } from "./connect.ts";
import type { RedisConnection, RedisParts, RedisReply } from "./connection.ts";
import { createServerConnection } from "./server-connection.ts";

/** Whatever is between the braces of a key. */
const TAGS = ["0"];

/** Starts to connect. `connect` says each time to which server, with what it is given. */
export function createOneServerConnection<Text>(
  { address, useTimeoutMs, onInfo, ...parts }: RedisParts,
  connect: (connectTo: (host: Host) => Promise<RedisClient>) => Promise<RedisClient>,
): RedisConnection<Text> {
  const { login, database } = address;
  const connectTo = (host: Host) =>
    connectRedis({ ...parts, host, login, database, onInfo: onInfo && ((info) => onInfo("", info)) });
  const lasting = createServerConnection(() => connect(connectTo), useTimeoutMs);
  return {
    send: (command) => lasting.use(({ redis }) => redis.sendCommand<RedisReply<Text>>([...command])),
    tags: () => TAGS,
    close: () => lasting.close(),
  };
}

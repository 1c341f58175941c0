// How long anybody waits for Redis: up to the deadline of a command, and not at all while there is no connection.
import { LastingConnection } from "../lasting-connection.ts";
import { connectRedis } from "./connect.ts";
import { commandFailure, isReadOnlyReply, notConnected } from "./failure.ts";

/** What a command can answer. `Text` is what Redis calls a string: characters to some, bytes to others. */
export type RedisReply<Text = string> = Text | number | null | readonly RedisReply<Text>[];

export interface RedisConnection<Text = string> {
  /** Throws RedisUnavailable, or what Redis says about a command that makes no sense. */
  send(command: readonly (string | Buffer)[]): Promise<RedisReply<Text>>;
  /** Answers what is under way, then lets go of the connection. */
  close(): Promise<void>;
}

/**
 * How long a command may take, unless told otherwise. Redis carries out ours in some microseconds; what takes it longer is a disk that does not
 * keep up with `appendfsync always`, or the fork of a large memory: tens of milliseconds.
 */
const COMMAND_TIMEOUT_MS = 300;

/** Starts to connect. */
export function createRedisConnection({
  url,
  commandTimeoutMs,
}: {
  readonly url: string;
  readonly commandTimeoutMs?: number | undefined;
}): RedisConnection {
  return connection<string>({ url, replies: "text" }, commandTimeoutMs);
}

/** The same, for values that are not text. */
export function createRedisBytesConnection({ url }: { readonly url: string }): RedisConnection<Buffer> {
  return connection<Buffer>({ url, replies: "bytes" });
}

function connection<Text>(
  options: Parameters<typeof connectRedis>[0],
  useTimeoutMs = COMMAND_TIMEOUT_MS,
): RedisConnection<Text> {
  const lasting = new LastingConnection({
    connect: () => connectRedis(options),
    useTimeoutMs,
    notConnected,
    failure: commandFailure,
    // What was the primary is a replica now, and its name may lead to the new primary.
    isOfWrongServer: isReadOnlyReply,
  });
  return {
    send: (command) => lasting.use(({ redis }) => redis.sendCommand<RedisReply<Text>>([...command])),
    close: () => lasting.close(),
  };
}

// How long anybody waits for Redis: up to the deadline of a command, and not at all while there is no connection.
import type { TlsReader } from "../connections/tls-reader.ts";
import { redisAddressFromUrl, type RedisAddress } from "./address.ts";
import { createClusterConnection } from "./cluster/connection.ts";
import { createOneServerConnection } from "./one-server.ts";
import { createSentinelConnection } from "./sentinel/connection.ts";

/** What a command can answer. `Text` is what Redis calls a string: characters to some, bytes to others. */
export type RedisReply<Text = string> = Text | number | null | readonly RedisReply<Text>[];

export interface RedisConnection<Text = string> {
  /** Throws RedisUnavailable, or what Redis says about a command that makes no sense. */
  send(command: readonly (string | Buffer)[]): Promise<RedisReply<Text>>;
  /** One hash tag for each server that keys are on: what is between the braces of a key says where that is. */
  tags(): readonly string[];
  /** Answers what is under way, then lets go of the connection. */
  close(): Promise<void>;
}

export interface RedisConnectionOptions {
  readonly url: string;
  /** What an encrypted connection is made with; by default the CAs that Node trusts. */
  readonly tls?: TlsReader | undefined;
  readonly commandTimeoutMs?: number | undefined;
  /**
   * Is told what a server says of its memory and its persistence, each time that it has been connected to: nothing by one
   * that is used no more, or that does not say. Where one server is used at a time, its name is empty.
   */
  readonly onInfo?: ((server: string, info: string) => void) | undefined;
}

/** What each kind of connection is made with. */
export interface RedisParts {
  readonly address: RedisAddress;
  /** Without one the connections are plain. */
  readonly tls: TlsReader | undefined;
  readonly replies: "text" | "bytes";
  readonly useTimeoutMs: number;
  readonly onInfo: RedisConnectionOptions["onInfo"];
}

/**
 * How long a command may take, unless told otherwise. Redis carries out ours in some microseconds; what takes it longer is a disk that does not
 * keep up with `appendfsync always`, or the fork of a large memory: tens of milliseconds.
 */
const COMMAND_TIMEOUT_MS = 300;

/** Starts to connect. */
export function createRedisConnection(options: RedisConnectionOptions): RedisConnection {
  return connection<string>("text", options);
}

/** The same, for values that are not text. */
export function createRedisBytesConnection(options: RedisConnectionOptions): RedisConnection<Buffer> {
  return connection<Buffer>("bytes", options);
}

function connection<Text>(
  replies: RedisParts["replies"],
  { url, tls, commandTimeoutMs = COMMAND_TIMEOUT_MS, onInfo }: RedisConnectionOptions,
): RedisConnection<Text> {
  const address = redisAddressFromUrl(url);
  // The URL is not repeated: it may carry a password.
  if (address === undefined) throw new Error("the URL is not that of a Redis");
  const trusted = tls ?? (async () => ({}));
  const parts: RedisParts = {
    address,
    tls: address.isEncrypted ? trusted : undefined,
    replies,
    useTimeoutMs: commandTimeoutMs,
    onInfo,
  };
  if (address.kind === "Sentinel") return createSentinelConnection(parts);
  if (address.kind === "Cluster") return createClusterConnection(parts);
  const [host = { name: "", port: 0 }] = address.hosts;
  return createOneServerConnection(parts, (connectTo) => connectTo(host));
}

// A connection to a Redis that has proved to answer, made again whenever it is lost.
import { setTimeout as sleep } from "node:timers/promises";
import type { RedisClientType, TypeMapping } from "@redis/client";
import { createDeadline } from "../deadline.ts";
import { notConnected } from "./failure.ts";

type NoExtensions = Record<string, never>;
export type RedisClient = RedisClientType<NoExtensions, NoExtensions, NoExtensions, 2, TypeMapping>;

interface RedisLinkOptions {
  readonly url: string;
  /** What strings are replied as: characters, or bytes where they are not text. */
  readonly replies: "text" | "bytes";
}

/** How long the network may take to connect. */
const CONNECT_TIMEOUT_MS = 300;

/** How long it may take until the server has answered. Longer than the above, which has to end by itself. */
const ANSWER_TIMEOUT_MS = 2 * CONNECT_TIMEOUT_MS;

const BACKOFF_MS_MIN = 50;
const BACKOFF_MS_MAX = 1000;

const CLOSED = new Error("it has been closed");

/** Connects to a Redis, and connects again whenever the connection is lost, until it is closed. */
export class RedisLink {
  readonly #options: RedisLinkOptions;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<void>();
  readonly #stayed: Promise<void>;
  #client: RedisClient | undefined;
  /** Why there is no client. */
  #failure: unknown;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#stayed = this.#stayConnected();
  }

  /** The connection there is. Throws RedisUnavailable when there is none; waits for the very first attempt only. */
  async client(): Promise<RedisClient> {
    await this.#firstAttempt.promise;
    if (this.#client === undefined) {
      throw notConnected(this.#failure);
    }
    return this.#client;
  }

  /** Drops a connection, which rejects what is under way on it; another is made if it was not dropped already. */
  giveUp(client: RedisClient, reason: unknown): void {
    if (client === this.#client) {
      this.#client = undefined;
      this.#failure = reason;
    }
    client.destroy();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#client !== undefined) {
      this.giveUp(this.#client, CLOSED);
    }
    await this.#stayed;
    this.#failure = CLOSED;
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#beConnected();
        failures = 0;
      } catch (error) {
        this.#failure = error;
        this.#firstAttempt.resolve();
        failures += 1;
      }
      await sleep(backoffMs(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Connects, or throws; returns when the connection has been lost. */
  async #beConnected(): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const client = await connect(this.#options, (which, reason) => {
      this.giveUp(which, reason);
      lost.resolve();
    });
    this.#client = client;
    if (this.#closing.signal.aborted) {
      this.giveUp(client, CLOSED);
    }
    this.#firstAttempt.resolve();
    await lost.promise;
  }
}

/** Connects once, or throws. `onLost` is told when the connection has ended, and why if it did not end by `destroy`. */
async function connect(
  { url, replies }: RedisLinkOptions,
  onLost: (client: RedisClient, reason?: unknown) => void,
): Promise<RedisClient> {
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

/** Doubles with every failure up to the maximum; up to half of it is taken off, lest replicas come in step. */
function backoffMs(failures: number): number {
  const longestMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** failures);
  return longestMs * (0.5 + Math.random() / 2);
}

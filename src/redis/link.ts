import { setTimeout as sleep } from "node:timers/promises";
import { connectRedis, type RedisClient, type RedisReplies } from "./client.ts";
import { redisUnavailable } from "./failure.ts";

const BACKOFF_MS_MIN = 50;
const BACKOFF_MS_MAX = 1000;

const CLOSED = new Error("it has been closed");

/** Keeps a Redis at hand: connects, and connects again whenever the connection is lost, until it is closed. */
export class RedisLink {
  readonly #url: string;
  readonly #replies: RedisReplies;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<void>();
  readonly #stayed: Promise<void>;
  #isFirstAttempt = true;
  #client: RedisClient | undefined;
  /** Why there is no client. */
  #failure: unknown;

  constructor({ url, replies }: { readonly url: string; readonly replies: RedisReplies }) {
    this.#url = url;
    this.#replies = replies;
    this.#stayed = this.#stayConnected();
  }

  /** The connection there is. Throws RedisUnavailable when there is none; waits for the very first attempt only. */
  async client(): Promise<RedisClient> {
    if (this.#isFirstAttempt) {
      await this.#firstAttempt.promise;
    }
    if (this.#client === undefined) {
      throw redisUnavailable(this.#failure);
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
        this.#endFirstAttempt();
        failures += 1;
      }
      await sleep(backoffMs(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Connects, or throws; returns when the connection has been lost. */
  async #beConnected(): Promise<void> {
    const lost = Promise.withResolvers<void>();
    const client = await connectRedis({
      url: this.#url,
      replies: this.#replies,
      onLost: (which, reason) => {
        this.giveUp(which, reason);
        lost.resolve();
      },
    });
    this.#client = client;
    if (this.#closing.signal.aborted) {
      this.giveUp(client, CLOSED);
    }
    this.#endFirstAttempt();
    await lost.promise;
  }

  #endFirstAttempt(): void {
    this.#isFirstAttempt = false;
    this.#firstAttempt.resolve();
  }
}

/** Doubles with every failure up to the maximum; up to half of it is taken off, lest replicas come in step. */
function backoffMs(failures: number): number {
  const longestMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** failures);
  return longestMs * (0.5 + Math.random() / 2);
}

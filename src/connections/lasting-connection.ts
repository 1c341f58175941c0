// A connection that has proved to answer, made again whenever it is lost.
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { createDeadline, TimeoutError } from "../deadline.ts";

/** A connection that ends some day. */
export interface Client {
  /** Resolves when it has ended, to the reason if it did not end by `destroy`. */
  readonly ended: Promise<unknown>;
  /** Ends it at once, and rejects what is under way on it. */
  destroy(): void;
}

interface LastingConnectionOptions<AnyClient> {
  /** Connects once, or throws; resolves when the server has answered. */
  connect(): Promise<AnyClient>;
  /** How long a use may take. */
  readonly useTimeoutMs: number;
  /** What a use throws while there is no connection, by the reason for that. */
  notConnected(cause: unknown): Error;
  /** What a use throws that failed with an error. */
  failure(error: unknown): unknown;
  /** Whether an error says that another server has to be found, though this one has answered. */
  isOfWrongServer(error: unknown): boolean;
}

const BACKOFF_MS_MIN = 50;
const BACKOFF_MS_MAX = 1000;

const CLOSED = new Error("it has been closed");

/**
 * Connects, and connects again whenever the connection is lost, until it is closed. Nobody waits for longer than a use may
 * take, and not at all while there is no connection. Nothing is queued for later and nothing is sent twice, because what is
 * not answered may have been carried out.
 *
 * A server that hangs is treated like one that is gone: answers come in the order of the questions, so behind one that is
 * late nothing is answered either, and the connection is given up; a new one counts only when the server has answered on
 * it. So a hang costs the callers of a moment the deadline, and those after them nothing.
 */
export class LastingConnection<AnyClient extends Client> {
  readonly #options: LastingConnectionOptions<AnyClient>;
  readonly #closing = new AbortController();
  readonly #firstAttempt = Promise.withResolvers<unknown>();
  readonly #stayed: Promise<void>;
  readonly #underWay = new Set<Promise<unknown>>();
  #client: AnyClient | undefined;
  /** Why there is no client. */
  #failure: unknown;

  constructor(options: LastingConnectionOptions<AnyClient>) {
    this.#options = options;
    this.#stayed = this.#stayConnected();
  }

  /** Resolves when it is connected for the first time, or to why it could not be; it goes on trying. */
  firstFailure(): Promise<unknown> {
    return this.#firstAttempt.promise;
  }

  /** Waits for the connection at the very first attempt only. */
  async use<Result>(work: (client: AnyClient) => Promise<Result>): Promise<Result> {
    const used = this.#use(work);
    this.#underWay.add(used);
    try {
      return await used;
    } finally {
      this.#underWay.delete(used);
    }
  }

  /** Answers what is under way, then lets go of the connection. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      // Who has been answered may have more to ask, and gets to do so first.
      await nextTurn();
    }
    this.#closing.abort();
    if (this.#client !== undefined) {
      this.#giveUp(this.#client, CLOSED);
    }
    await this.#stayed;
    this.#failure = CLOSED;
  }

  async #use<Result>(work: (client: AnyClient) => Promise<Result>): Promise<Result> {
    const { useTimeoutMs, notConnected, failure, isOfWrongServer } = this.#options;
    await this.#firstAttempt.promise;
    const client = this.#client;
    if (client === undefined) {
      throw notConnected(this.#failure);
    }
    const deadline = createDeadline(useTimeoutMs);
    try {
      return await Promise.race([work(client), deadline.passed]);
    } catch (error) {
      if (error instanceof TimeoutError || isOfWrongServer(error)) {
        this.#giveUp(client, error);
      }
      throw failure(error);
    } finally {
      deadline.clear();
    }
  }

  /** Drops a connection, which rejects what is under way on it; another is made if it was not dropped already. */
  #giveUp(client: AnyClient, reason: unknown): void {
    if (client === this.#client) {
      this.#client = undefined;
      this.#failure = reason;
    }
    client.destroy();
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
        this.#firstAttempt.resolve(error);
        failures += 1;
      }
      await sleep(backoffMs(failures), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Connects, or throws; returns when the connection has been lost. */
  async #beConnected(): Promise<void> {
    const client = await this.#options.connect();
    this.#client = client;
    if (this.#closing.signal.aborted) {
      this.#giveUp(client, CLOSED);
    }
    this.#firstAttempt.resolve(undefined);
    this.#giveUp(client, await client.ended);
  }
}

/** Doubles with every failure up to the maximum; up to half of it is taken off, lest replicas come in step. */
function backoffMs(failures: number): number {
  const longestMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS_MIN * 2 ** failures);
  return longestMs * (0.5 + Math.random() / 2);
}

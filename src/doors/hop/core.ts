// The streams of a sidecar to one of its cores: one in use, the next one being opened, and those that finish their calls.
import { status, type Client } from "@grpc/grpc-js";
import type { Clock } from "../../lib/time/clock.ts";
import { CallStream } from "./call-stream.ts";

/** How long a stream is used before the next one is opened: behind one address there may be another core than before. */
export const RENEWED_AFTER_MS = 10_000;

/**
 * After this time a stream gets no calls, though none has replaced it: a core ends connections after some five minutes, with
 * what is still in flight on them.
 */
const USED_FOR_MS = 60_000;

/** The wait after a failure, doubled with each further one. */
const RETRY_MS = { least: 100, most: 1_000 };

interface CoreOptions {
  readonly address: string;
  /** Opens a client with a connection of its own. */
  readonly open: () => Client;
  readonly clock: Clock;
}

export class Core {
  readonly address: string;
  /** Whether the last stream failed to open because the core does not know streams, or does not trust this sidecar. */
  refusesStreams = false;
  readonly #options: CoreOptions;
  readonly #streams = new Set<CallStream>();
  #inUse: CallStream | undefined;
  #usedSinceMs = 0;
  #opening: CallStream | undefined;
  #nextOpenAtMs = 0;
  #failures = 0;
  #isFinishing = false;

  constructor(options: CoreOptions) {
    this.address = options.address;
    this.#options = options;
  }

  get figures() {
    const calls = this.#streams.values().reduce((sum, { inFlight }) => sum + inFlight, 0);
    return { core: this.address, streams: this.#streams.size, calls };
  }

  /** The stream for new calls, if there is one. */
  streamAt(nowMs: number): CallStream | undefined {
    return nowMs - this.#usedSinceMs < USED_FOR_MS ? this.#inUse : undefined;
  }

  /** Opens a stream if there is none, or the one in use is due to be replaced, and the wait after a failure is over. */
  openIfDue(nowMs: number): void {
    if (nowMs < this.#nextOpenAtMs || this.#opening !== undefined || this.#isFinishing) return;
    const stream: CallStream = new CallStream(this.#options.open(), {
      onOpen: () => this.#use(stream),
      onDraining: () => {
        this.#stopUsing(stream);
        stream.finish();
      },
      onOver: ({ code }) => {
        this.#streams.delete(stream);
        this.#stopUsing(stream);
        if (this.#opening === stream) this.#noteFailure(code);
      },
    });
    this.#opening = stream;
    this.#streams.add(stream);
  }

  /** Gets no more calls. Its streams end after those in flight on them. */
  finish(): void {
    this.#isFinishing = true;
    this.#inUse = undefined;
    for (const stream of this.#streams) stream.finish();
  }

  #use(stream: CallStream): void {
    this.#opening = undefined;
    this.#inUse?.finish();
    this.#inUse = stream;
    this.#usedSinceMs = this.#options.clock.elapsedMs();
    this.#nextOpenAtMs = this.#usedSinceMs + RENEWED_AFTER_MS;
    this.#failures = 0;
    this.refusesStreams = false;
  }

  #stopUsing(stream: CallStream): void {
    if (this.#inUse !== stream) return;
    this.#inUse = undefined;
    this.#nextOpenAtMs = this.#options.clock.elapsedMs() + RETRY_MS.least;
  }

  #noteFailure(code: status): void {
    this.#opening = undefined;
    this.refusesStreams = code === status.UNIMPLEMENTED;
    const waitMs = Math.min(RETRY_MS.least * 2 ** this.#failures, RETRY_MS.most);
    this.#nextOpenAtMs = this.#options.clock.elapsedMs() + (this.refusesStreams ? RENEWED_AFTER_MS : waitMs);
    this.#failures += 1;
  }
}

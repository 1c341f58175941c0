import type { ConnectError } from "@connectrpc/connect";
import type { Release } from "../lib/keyed-semaphore.ts";
import { systemClock } from "../lib/time/clock.ts";
import type { Call } from "./call.ts";
import type { CheckedCaller, Work } from "./operation.ts";

/** A call in flight. */
export class OpenCall<Body = unknown> implements Work<CheckedCaller | undefined> {
  readonly asked: Call<Body>;
  /** In elapsed time. */
  readonly startedAtMs = systemClock.elapsedMs();
  /** Set by the key check. */
  caller: CheckedCaller | undefined;
  /** The operator, for the log; only for the administration's calls. */
  operator: string | undefined;
  /** Why it ended before an answer: deadline or cancellation. */
  over: ConnectError | undefined;
  /** A sidecar passed the call on, and the core has counted and logged its failure. */
  isToldByCore = false;
  /** How long we held it back, because its owner is refused too fast. */
  heldBackMs = 0;
  /** Called once, when the call ends in whichever way. */
  onEnd: (() => void) | undefined;
  #leavePlace: Release | undefined;
  #hasEnded = false;
  #controller: AbortController | undefined;

  constructor(asked: Call<Body>) {
    this.asked = asked;
  }

  get requestId(): string {
    return this.asked.requestId;
  }

  /** Created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.over !== undefined) this.#controller.abort(this.over);
    return this.#controller.signal;
  }

  /** Reads a message that its door has not read. */
  async read(): Promise<void> {
    const { asked } = this;
    // The caller may have left while its call was held back.
    this.throwIfOver();
    Object.assign(asked, await asked.read?.());
    asked.read = undefined;
    this.throwIfOver();
  }

  throwIfOver(): void {
    if (this.over !== undefined) throw this.over;
  }

  get hasPlace(): boolean {
    return this.#leavePlace !== undefined;
  }

  /** Notes the call's concurrency slot. The slot is freed when the call ends, even if work for the call goes on. */
  takePlace(release: Release): void {
    this.#leavePlace = release;
    if (this.#hasEnded) release();
  }

  /** Gives the slot back before the call ends. */
  leavePlace(): void {
    this.#leavePlace?.();
  }

  /** Ends the call early. Work that goes on has deadlines of its own, and nobody sees its result. */
  end(reason: ConnectError): void {
    if (this.over !== undefined) return;
    this.over = reason;
    this.#controller?.abort(reason);
    this.leave();
  }

  /** Marks the call as ended. */
  leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.leavePlace();
    this.onEnd?.();
  }
}

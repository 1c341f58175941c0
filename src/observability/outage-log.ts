// Logs an outage of what every call needs: a line when it begins, one a minute while it lasts, and one when it is over. Calls
// that fail because of it have no lines besides the line of every call.
import { MINUTE_MS, SECOND_MS, type Clock } from "../lib/time/clock.ts";
import type { FaultReason } from "../errors/fault-reasons.ts";
import type { Logger } from "./logger.ts";

const CHECK_EVERY_MS = SECOND_MS;

const LOG_EVERY_MS = MINUTE_MS;

/**
 * An outage is over when nothing has failed for this time. Something that fails only now and then, such as the calls of one
 * account whose row is locked, would otherwise begin and end an outage with each failure.
 */
const OVER_AFTER_MS = 10 * SECOND_MS;

export interface OutageLogOptions {
  /** As in "the account store is unavailable". */
  readonly name: string;
  /** What calls are refused with during an outage. */
  readonly refusal: FaultReason;
  /** Rejects if calls cannot be answered. */
  readonly ping: () => Promise<unknown>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Outage {
  readonly sinceMs: number;
  /** The cause of the last failure. */
  reason: string;
  /** The cause that was logged last. */
  loggedReason: string;
  loggedAtMs: number;
  /** Since when checks have succeeded and nothing has failed. */
  answersSinceMs: number | undefined;
}

export class OutageLog {
  readonly #options: OutageLogOptions;
  #outage: Outage | undefined;
  #callsFailed = 0;
  #isSuspected = false;
  #timer: NodeJS.Timeout | undefined;
  #watching: Promise<void> | undefined;

  constructor(options: OutageLogOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** There may be an outage: it is checked at the next look. */
  suspect(): void {
    this.#isSuspected = true;
  }

  /** A call could not be answered because of this error. */
  noteFailure(error: unknown): void {
    const { name, clock, logger } = this.#options;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#outage === undefined) {
      logger.error({ reason }, `the ${name} is unavailable`);
      const nowMs = clock.elapsedMs();
      const logged = { loggedReason: reason, loggedAtMs: nowMs };
      this.#outage = { sinceMs: nowMs, reason, ...logged, answersSinceMs: undefined };
    }
    this.#outage.reason = reason;
    this.#outage.answersSinceMs = undefined;
  }

  /** A call ended with this reason; it is counted if that is an outage's. */
  noteRefusal(reason: string | undefined): void {
    if (reason !== this.#options.refusal) return;
    this.#callsFailed += 1;
    this.suspect();
  }

  /** Resolves to whether it answers now. */
  async check(): Promise<boolean> {
    try {
      await this.#options.ping();
    } catch (error) {
      this.noteFailure(error);
      return false;
    }
    if (this.#outage !== undefined) this.#outage.answersSinceMs ??= this.#options.clock.elapsedMs();
    // Refusals after which it answers are no outage.
    else if (!this.#isSuspected) this.#callsFailed = 0;
    return true;
  }

  /** Whether an outage is the cause of a failure, which then needs no line of its own. */
  async explains(): Promise<boolean> {
    return this.#outage !== undefined || !(await this.check());
  }

  /** Logs what is due; checks only during an outage or after a suspicion. */
  async watch(): Promise<void> {
    if (this.#outage === undefined && !this.#isSuspected) return;
    this.#isSuspected = false;
    // Before the check, which may take seconds.
    if (this.#outage !== undefined && this.#passedMs(this.#outage.loggedAtMs) >= LOG_EVERY_MS)
      this.#logStill(this.#outage);
    await this.check();
    const outage = this.#outage;
    if (outage?.answersSinceMs !== undefined && this.#passedMs(outage.answersSinceMs) >= OVER_AFTER_MS)
      this.#logOver(outage);
  }

  /** Looks every second. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#watching ??= this.watch().finally(() => {
        this.#watching = undefined;
      });
    }, CHECK_EVERY_MS).unref();
  }

  /** Resolves when the check in flight has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#watching;
  }

  #logStill(outage: Outage): void {
    const { name, clock, logger } = this.#options;
    const { reason, loggedReason } = outage;
    const newReason = reason === loggedReason ? {} : { reason };
    logger.error({ ...newReason, ...this.#figures(outage) }, `the ${name} is still unavailable`);
    outage.loggedReason = reason;
    outage.loggedAtMs = clock.elapsedMs();
  }

  #logOver(outage: Outage): void {
    const { name, logger } = this.#options;
    logger.info(this.#figures(outage, outage.answersSinceMs), `the ${name} is available again`);
    this.#outage = undefined;
    this.#callsFailed = 0;
  }

  #figures({ sinceMs }: Outage, untilMs?: number) {
    const seconds = Math.round(this.#passedMs(sinceMs, untilMs) / 1000);
    return { seconds, calls_failed: this.#callsFailed };
  }

  #passedMs(sinceMs: number, untilMs = this.#options.clock.elapsedMs()): number {
    return untilMs - sinceMs;
  }
}

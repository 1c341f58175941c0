// A call in flight, and its end in time.
import { Code, ConnectError } from "@connectrpc/connect";
import type { Caller } from "../accounts/key.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import { fault, plainFault } from "../fault.ts";
import { InOrder } from "../in-order.ts";
import type { OperationCall } from "../operations/call.ts";
import type { Call } from "./call.ts";

/** What is known of a call after the key check. */
export interface CheckedCall extends OperationCall {
  readonly caller: Caller;
  readonly plan: Plan;
  /** Calls used this month, as last known. */
  used: number;
  /** Run by `admit`, in this order. */
  readonly admissionChecks: (() => void)[];
  /** Run once the call is counted. */
  readonly whenCounted: (() => void)[];
}

/** A call in flight. */
export class OpenCall {
  asked: Call;
  /** By performance.now(). */
  readonly startedAtMs = performance.now();
  /** Set by the key check. */
  checked: CheckedCall | undefined;
  /** The operator, for the log; only for the administration's calls. */
  operator: string | undefined;
  /** Why it ended before an answer: deadline or cancellation. */
  over: ConnectError | undefined;
  /** The call was passed on: the core has counted and logged the failure, with its account. */
  isToldByCore = false;
  readonly #whenOver: (() => void)[] = [];
  #hasEnded = false;
  #controller: AbortController | undefined;

  constructor(asked: Call) {
    this.asked = asked;
  }

  /** Created on first use. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.over !== undefined) this.#controller.abort(this.over);
    return this.#controller.signal;
  }

  /** Reads a message that its door has not read. */
  async read(): Promise<void> {
    this.asked = { ...this.asked, ...(await this.asked.read?.()), read: undefined };
    this.throwIfOver();
  }

  throwIfOver(): void {
    if (this.over !== undefined) throw this.over;
  }

  /** Runs `act` when the call ends, in whichever way; at once if it has ended. */
  whenOver(act: () => void): void {
    if (this.#hasEnded) act();
    else this.#whenOver.push(act);
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
    this.#hasEnded = true;
    for (const act of this.#whenOver.splice(0)) act();
  }
}

/** How often deadlines are checked: one timer for all calls, because one for each would cost noticeably. */
const LOOK_MS = 50;

/**
 * A caller also cancels at its own deadline. Its clock started earlier than ours, by the time the call took to arrive, so
 * a cancellation this close before our deadline counts as the deadline.
 */
const LATE_WITHIN_MS = 50;

/**
 * Ends every call in time, whatever it waits for: DEADLINE_EXCEEDED after `callTimeoutMs` or the caller's shorter deadline,
 * CANCELED when the caller cancels.
 */
export function createEndInTime({ callTimeoutMs }: { readonly callTimeoutMs: number }) {
  const waiting = new InOrder<{ readonly open: OpenCall; readonly overAtMs: number }>();
  let looks: NodeJS.Timeout | undefined;

  const look = () => {
    const nowMs = performance.now();
    for (const { open, overAtMs } of waiting)
      if (nowMs >= overAtMs) open.end(plainFault("DEADLINE_EXCEEDED"));
    if (waiting.size > 0) return;
    clearInterval(looks);
    looks = undefined;
  };

  return <Result>(open: OpenCall, work: (open: OpenCall) => Promise<Result>): Promise<Result> => {
    const { presence, timeoutMs: allowedMs = Infinity } = open.asked;
    const overAtMs = open.startedAtMs + Math.min(allowedMs, callTimeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const forget = waiting.add({ open, overAtMs });
    looks ??= setInterval(look, LOOK_MS).unref();
    open.whenOver(() => {
      forget();
      presence.onGone = undefined;
      if (open.over !== undefined) reject(open.over);
    });
    presence.onGone = () => open.end(goneFault(presence.gone, overAtMs));
    if (presence.gone !== undefined) open.end(goneFault(presence.gone, overAtMs));
    else if (allowedMs <= 0) open.end(plainFault("DEADLINE_EXCEEDED"));
    else work(open).then(resolve, reject);
    return promise.finally(() => open.leave());
  };
}

function goneFault(reason: ConnectError | undefined, overAtMs: number): ConnectError {
  // Doors give reasons of their own: another code for a lost connection, or none.
  const isLate = reason?.code === Code.DeadlineExceeded || performance.now() >= overAtMs - LATE_WITHIN_MS;
  if (isLate) return plainFault("DEADLINE_EXCEEDED");
  return fault({
    reason: "CANCELED",
    sentence: "The call was given up before it was answered.",
    cause: reason,
  });
}

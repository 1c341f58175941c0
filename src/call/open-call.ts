import { Code, ConnectError } from "@connectrpc/connect";
import { fault, plainFault } from "../fault.ts";
import { InOrder } from "../in-order.ts";
import type { Call } from "./call.ts";
import type { CheckedCall } from "./checked-call.ts";

/** A call under way. */
export class OpenCall {
  asked: Call;
  /** By performance.now(). */
  readonly startedAtMs = performance.now();
  /** Once it is known who calls. */
  checked: CheckedCall | undefined;
  /** Why it ended before it was answered: its time is up, or its caller has gone. */
  over: ConnectError | undefined;
  /** Of a call that was passed on: its failure is the core's own, and counted and logged there, with its account. */
  isToldByCore = false;
  readonly #whenOver: (() => void)[] = [];
  #hasEnded = false;
  #controller: AbortController | undefined;

  constructor(asked: Call) {
    this.asked = asked;
  }

  /** For what waits; made when somebody asks for it. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.over !== undefined) this.#controller.abort(this.over);
    return this.#controller.signal;
  }

  /** Reads what its door has left unread. */
  async read(): Promise<void> {
    this.asked = { ...this.asked, ...(await this.asked.read?.()), read: undefined };
    this.throwIfOver();
  }

  throwIfOver(): void {
    if (this.over !== undefined) throw this.over;
  }

  /** Runs what is to happen when the call ends, in whichever way; at once where it has. */
  whenOver(act: () => void): void {
    if (this.#hasEnded) act();
    else this.#whenOver.push(act);
  }

  /** Ends it early. What still goes on has deadlines of its own, and its outcome reaches nobody. */
  end(reason: ConnectError): void {
    if (this.over !== undefined) return;
    this.over = reason;
    this.#controller?.abort(reason);
    this.leave();
  }

  /** To be called when it has ended. */
  leave(): void {
    this.#hasEnded = true;
    for (const act of this.#whenOver.splice(0)) act();
  }
}

/** How often calls are looked for whose time is up: one timer for all, as each would be noticed in what a call costs. */
const LOOK_MS = 50;

/** A caller gives up at its deadline too, and that news is here before ours is over: by the time the call took to come. */
const LATE_WITHIN_MS = 50;

export type EndInTime = <Result>(open: OpenCall, work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets nobody wait for longer than a call may take, whatever it is waiting for: DEADLINE_EXCEEDED after `callTimeoutMs`,
 * or as long as the caller allows if that is shorter, and CANCELED when the caller gives up.
 */
export function createEndInTime({ callTimeoutMs }: { readonly callTimeoutMs: number }): EndInTime {
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

  return <Result>(open: OpenCall, work: () => Promise<Result>) => {
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
    else work().then(resolve, reject);
    return promise.finally(() => open.leave());
  };
}

function goneFault(reason: ConnectError | undefined, overAtMs: number): ConnectError {
  // Doors have reasons of their own: another code for a connection that is lost, or none.
  const isLate = reason?.code === Code.DeadlineExceeded || performance.now() >= overAtMs - LATE_WITHIN_MS;
  if (isLate) return plainFault("DEADLINE_EXCEEDED");
  return fault({
    reason: "CANCELED",
    sentence: "The call was given up before it was answered.",
    cause: reason,
  });
}

// A call in flight, and what is known of it once its key is checked.
import type { ConnectError } from "@connectrpc/connect";
import { type Caller, shareOwner } from "../accounts/key.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { Leave } from "../at-once.ts";
import type { FieldViolation } from "../fault.ts";
import type { OperationCall } from "../api/call.ts";
import type { Call } from "./call.ts";

export class OpenCall {
  readonly asked: Call;
  /** By performance.now(). */
  readonly startedAtMs = performance.now();
  /** Set by the key check. */
  checked: CheckedCall | undefined;
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
  #leavePlace: Leave | undefined;
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
  takePlace(leave: Leave): void {
    this.#leavePlace = leave;
    if (this.#hasEnded) leave();
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

/** What the check of a key finds besides the caller. */
export interface CheckedParts {
  readonly plan: Plan;
  readonly fetchLimits: OperationCall["fetchOwner"]["limits"];
  readonly sportsOwner: OperationCall["sportsOwner"];
}

/** What may still refuse a call once its request makes sense, and what makes its errors readable. */
export interface Admission {
  /** Throws the refusal. */
  admit(open: OpenCall, call: CheckedCall): void;
  explained(thrown: unknown, requestId: string): ConnectError;
}

/** A call after its key check, as the other checks and the operations see it. */
export class CheckedCall implements OperationCall {
  readonly caller: Caller;
  readonly plan: Plan;
  readonly sportsOwner: OperationCall["sportsOwner"];
  readonly accountId: string;
  /** Whom the limits count this call by: the account, or its publishable key. */
  readonly owner: string;
  readonly fetchOwner: OperationCall["fetchOwner"];
  readonly headers: Record<string, string> = {};
  /** Calls used this month, as last known. */
  used: number;
  violations: readonly FieldViolation[] = [];
  verdict: OperationCall["verdict"];
  readonly #open: OpenCall;
  readonly #admission: Admission;
  readonly #whenCounted: (() => void)[] = [];

  constructor(open: OpenCall, caller: Caller, parts: CheckedParts, admission: Admission) {
    this.caller = caller;
    this.plan = parts.plan;
    this.sportsOwner = parts.sportsOwner;
    this.accountId = caller.account.id;
    this.owner = shareOwner(caller);
    this.used = caller.used;
    this.#open = open;
    this.#admission = admission;
    this.fetchOwner = {
      accountId: this.owner,
      limits: parts.fetchLimits,
      whenCounted: (act) => void this.#whenCounted.push(act),
    };
  }

  signal(): AbortSignal {
    return this.#open.signal;
  }

  admit(): void {
    this.#admission.admit(this.#open, this);
  }

  explained(thrown: unknown): ConnectError {
    return this.#admission.explained(thrown, this.#open.asked.requestId);
  }

  /** Runs what waited for the count. */
  noteCounted(): void {
    for (const act of this.#whenCounted) act();
  }
}

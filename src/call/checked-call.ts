// A call after its key check, as the other checks and the operations see it.
import type { ConnectError } from "@connectrpc/connect";
import { type Caller, shareOwner } from "../accounts/key.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { FieldViolation } from "../fault.ts";
import type { OperationCall } from "../operations/call.ts";
import type { SportsOwner } from "../operations/own-sports.ts";
import type { Recommendation } from "../scoring/recommendation.ts";
import type { FetchLimits, FetchOwner } from "../weather/fetch-owner.ts";
import type { OpenCall } from "./open-call.ts";

/** What the check of a key finds besides the caller. */
export interface CheckedParts {
  readonly plan: Plan;
  readonly fetchLimits: FetchLimits | undefined;
  readonly sportsOwner: SportsOwner | undefined;
}

/** What may still refuse a call once its request makes sense, and what makes its errors readable. */
export interface Admission {
  /** Throws the refusal. */
  admit(open: OpenCall, call: CheckedCall): void;
  explained(thrown: unknown, requestId: string): ConnectError;
}

export class CheckedCall implements OperationCall {
  readonly caller: Caller;
  readonly plan: Plan;
  readonly sportsOwner: SportsOwner | undefined;
  readonly accountId: string;
  readonly requestId: string;
  readonly fetchOwner: FetchOwner;
  readonly headers: Record<string, string> = {};
  /** Calls used this month, as last known. */
  used: number;
  violations: readonly FieldViolation[] = [];
  verdict: Recommendation | undefined;
  readonly #open: OpenCall;
  readonly #admission: Admission;
  #whenCounted: (() => void)[] = [];

  constructor(open: OpenCall, caller: Caller, parts: CheckedParts, admission: Admission) {
    this.caller = caller;
    this.plan = parts.plan;
    this.sportsOwner = parts.sportsOwner;
    this.accountId = caller.account.id;
    this.requestId = open.asked.requestId;
    this.used = caller.used;
    this.#open = open;
    this.#admission = admission;
    this.fetchOwner = {
      accountId: shareOwner(caller),
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
    return this.#admission.explained(thrown, this.requestId);
  }

  /** Runs what waited for the count. */
  noteCounted(): void {
    for (const act of this.#whenCounted) act();
  }
}

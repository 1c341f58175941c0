import type { Caller } from "../accounts/key.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { OperationCall } from "../operations/call.ts";

/** All that is known of a call once it is known who calls. */
export interface CheckedCall extends OperationCall {
  readonly caller: Caller;
  readonly plan: Plan;
  /** Of the caller's month, as far as is known by now. */
  used: number;
  /** Run by `admit`, in this order. */
  readonly admissionChecks: (() => void)[];
  /** Run once the call is counted. */
  readonly whenCounted: (() => void)[];
}

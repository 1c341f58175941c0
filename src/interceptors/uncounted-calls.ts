import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import type { Metrics } from "../ops/metrics.ts";
import { createAccountBudgets } from "./account-budgets.ts";
import { callOf } from "./checked-call.ts";
import { HELD_BACK_SECONDS, type HoldBack } from "./hold-back.ts";

/** More than a page that shows them needs; 20 answers take milliseconds. */
const CALLS_A_SECOND = 10;
const BURST = 20;

/**
 * Bounds how often an account is answered what no quota bounds, whatever its plan. The bound on calls at once does not:
 * such a call is over within a turn of the event loop. A refusal is held back for as long as it asks its caller to wait.
 */
export function createUncountedCallsInterceptor(options: {
  clock: Clock;
  metrics: Metrics;
  freeMethods: ReadonlySet<DescMethod>;
  holdBack: HoldBack;
}): Interceptor {
  const { clock, metrics, freeMethods, holdBack } = options;
  const isLeft = createAccountBudgets({ clock, aSecond: CALLS_A_SECOND, burst: BURST });

  const refuse = async (signal: AbortSignal): Promise<never> => {
    metrics.throttled.inc({ reason: "uncounted_calls" });
    await holdBack(signal);
    throw tooMany();
  };

  return (next) => (request) => {
    const isRefused = freeMethods.has(request.method) && !isLeft(callOf(request.contextValues).caller);
    return isRefused ? refuse(request.signal) : next(request);
  };
}

function tooMany() {
  const sentence = `Calls that are not counted, such as this one, are answered ${CALLS_A_SECOND} times a second to an account, after ${BURST} at once. Wait a second, and ask less often.`;
  return fault({
    sentence,
    reason: "UNCOUNTED_CALLS_LIMITED",
    quota: { subject: "calls that are not counted", description: sentence },
    retryAfterSeconds: HELD_BACK_SECONDS,
  });
}

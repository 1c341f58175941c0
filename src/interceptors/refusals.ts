import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import type { Clock } from "../clock.ts";
import type { Metrics } from "../ops/metrics.ts";
import { createAccountBudgets } from "./account-budgets.ts";
import { callOf } from "./checked-call.ts";
import type { HoldBack } from "./hold-back.ts";

/** A site with a mistake in it stays below this; a loop that never waits does not. */
const REFUSALS_A_SECOND = 50;
const BURST = 100;

/** What its caller has to change, or to wait for. */
const CODES: ReadonlySet<Code> = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.PermissionDenied,
  Code.ResourceExhausted,
]);

/**
 * Bounds how fast an account is refused, whatever its plan: nothing else does, as a refusal is neither counted nor a call
 * at once. One beyond is told what it would have been told, after being held back.
 */
export function createRefusalsInterceptor(options: {
  clock: Clock;
  metrics: Metrics;
  holdBack: HoldBack;
}): Interceptor {
  const { clock, metrics, holdBack } = options;
  const isLeft = createAccountBudgets({ clock, aSecond: REFUSALS_A_SECOND, burst: BURST });

  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      const isRefusal = error instanceof ConnectError && CODES.has(error.code);
      if (isRefusal && !isLeft(callOf(request.contextValues).caller)) {
        metrics.throttled.inc({ reason: "refusals" });
        await holdBack(request.signal);
      }
      throw error;
    }
  };
}

import { setTimeout as delay } from "node:timers/promises";
import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { type Budget, createBudget } from "../budget.ts";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import type { Metrics } from "../ops/metrics.ts";
import { callOf } from "./checked-call.ts";

/** More than a page that shows them needs; 20 answers take milliseconds. */
const CALLS_A_SECOND = 10;
const BURST = 20;

const CALL_MS = 1_000 / CALLS_A_SECOND;

/** About 200 bytes each. The budget of an account that is dropped has long been full again. */
const ACCOUNTS_MAX = 10_000;

/** After this time the budget has room again. */
const NO_ROOM_SECONDS = 1;

/** What is held back has to have an end too: those beyond are refused at once. */
const HELD_BACK_MAX = 1_000;

/**
 * Bounds how often an account is answered what no quota bounds, whatever its plan. The bound on calls at once does not:
 * such a call is over within a turn of the event loop. A refusal costs as much as an answer, and whoever sends the next
 * call upon it would hold up the others as before; so it is held back for as long as it asks its caller to wait.
 */
export function createUncountedCallsInterceptor(options: {
  clock: Clock;
  metrics: Metrics;
  freeMethods: ReadonlySet<DescMethod>;
}): Interceptor {
  const { clock, metrics, freeMethods } = options;
  const budgets = new LRUCache<string, Budget>({ max: ACCOUNTS_MAX });
  let heldBack = 0;

  const isLeft = (accountId: string): boolean => {
    let budget = budgets.get(accountId);
    if (budget === undefined) {
      budget = createBudget(clock);
      budgets.set(accountId, budget);
    }
    return budget.take(CALL_MS, BURST * CALL_MS) === 0;
  };

  const refuse = async (signal: AbortSignal): Promise<never> => {
    metrics.throttled.inc({ reason: "uncounted_calls" });
    if (heldBack < HELD_BACK_MAX) {
      heldBack += 1;
      // A caller who has left, or whose time is up, is told so by others.
      await delay(NO_ROOM_SECONDS * 1_000, undefined, { signal }).catch(() => undefined);
      heldBack -= 1;
    }
    throw tooMany();
  };

  return (next) => (request) => {
    const isRefused =
      freeMethods.has(request.method) && !isLeft(callOf(request.contextValues).caller.account.id);
    return isRefused ? refuse(request.signal) : next(request);
  };
}

function tooMany() {
  const sentence = `Calls that are not counted, such as this one, are answered ${CALLS_A_SECOND} times a second to an account, after ${BURST} at once. Wait a second, and ask less often.`;
  return fault({
    sentence,
    reason: "UNCOUNTED_CALLS_LIMITED",
    quota: { subject: "calls that are not counted", description: sentence },
    retryAfterSeconds: NO_ROOM_SECONDS,
  });
}

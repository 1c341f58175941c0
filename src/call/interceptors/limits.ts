// How much an account may ask at once, how often what is not counted, and how fast it is refused.
import { setTimeout as delay } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { type Caller, shareOwner } from "../../accounts/key.ts";
import type { Plan } from "../../accounts/plans/plan.ts";
import { type Budget, createBudget } from "../../budget.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import type { Metrics } from "../../ops/metrics.ts";
import type { OpenCall } from "../open-call.ts";
import { storeUnavailable } from "./faults.ts";
import type { CheckedCall } from "../checked-call.ts";

export interface Limits {
  /**
   * Bounds how often an account is answered what no quota bounds, whatever its plan. The bound on calls at once does not:
   * such a call is over within a turn of the event loop. A refusal is held back for as long as it asks its caller to wait.
   */
  boundUncounted(open: OpenCall, call: CheckedCall): Promise<void> | undefined;
  /**
   * Bounds how many calls of one account this process works on at once, so that one customer cannot starve the rest. Like
   * the quota it is looked at when the request is known to make sense (400 before 429). While it is the store that holds the
   * account's calls, one too many is not its fault, and told so. What it returns gives the place back, if one was taken: a
   * call that is over early gives it back by itself.
   */
  boundAtOnce(open: OpenCall, call: CheckedCall): () => void;
  /**
   * Bounds how fast an account is refused, whatever its plan: nothing else does, as a refusal is neither counted nor a call
   * at once. One beyond is told what it would have been told, after being held back.
   */
  boundRefusals(open: OpenCall, call: CheckedCall, error: unknown): Promise<void> | undefined;
}

/** More than a page that shows them needs; 20 answers take milliseconds. */
const UNCOUNTED = { aSecond: 10, burst: 20 };

/** A site with a mistake in it stays below this; a loop that never waits does not. */
const REFUSALS = { aSecond: 50, burst: 100 };

/** What its caller has to change, or to wait for. */
const REFUSAL_CODES: ReadonlySet<Code> = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.PermissionDenied,
  Code.ResourceExhausted,
]);

/** Calls under way are over within the deadline; most take milliseconds. */
const AT_ONCE_RETRY_SECONDS = 1;

export function createLimits({
  clock,
  metrics,
  isStoreStalled,
}: {
  clock: Clock;
  metrics: Metrics;
  /** Whether calls wait for the store that would be over by now. */
  isStoreStalled: () => boolean;
}): Limits {
  const holdBack = createHoldBack();
  const hasUncounted = createAccountBudgets(clock, UNCOUNTED);
  const hasRefusal = createAccountBudgets(clock, REFUSALS);
  const atOnce = createAtOnce();

  return {
    boundUncounted: (open, { caller }) => {
      if (hasUncounted(caller)) return undefined;
      metrics.throttled.inc({ reason: "uncounted_calls" });
      return holdBack(open).then(() => {
        throw tooManyUncounted();
      });
    },
    boundAtOnce: (open, { caller, plan, admissionChecks }) => {
      let leave: (() => void) | undefined;
      admissionChecks.push(() => {
        leave = atOnce.enter(shareOwner(caller), plan.concurrentCalls, open);
        if (leave !== undefined) return;
        // Those that wait for the store say in the log what is wrong with it, once each.
        if (isStoreStalled()) throw storeUnavailable();
        metrics.throttled.inc({ reason: "concurrency" });
        throw tooManyAtOnce(caller, plan);
      });
      return () => leave?.();
    },
    boundRefusals: (open, { caller }, error) => {
      const isRefusal = error instanceof ConnectError && REFUSAL_CODES.has(error.code);
      if (!isRefusal || hasRefusal(caller)) return undefined;
      metrics.throttled.inc({ reason: "refusals" });
      return holdBack(open);
    },
  };
}

function createAtOnce() {
  const underWay = new Map<string, number>();
  return {
    /**
     * Undefined where there are as many, else what gives the place back. A call that is over gives it back, whatever still
     * goes on for it here.
     */
    enter(owner: string, max: number, open: OpenCall): (() => void) | undefined {
      const others = underWay.get(owner) ?? 0;
      if (others >= max) return undefined;
      underWay.set(owner, others + 1);
      let isIn = true;
      const leave = () => {
        if (!isIn) return;
        isIn = false;
        const left = (underWay.get(owner) ?? 0) - 1;
        if (left > 0) underWay.set(owner, left);
        else underWay.delete(owner);
      };
      open.whenOver(leave);
      return leave;
    },
  };
}

/** About 200 bytes each. A budget that is dropped has long been full again. */
const BUDGETS_MAX = 10_000;

/** A budget for each account: so many a second, after a burst. Takes one of a caller's, and tells whether there was one. */
function createAccountBudgets(
  clock: Clock,
  { aSecond, burst }: { readonly aSecond: number; readonly burst: number },
): (caller: Caller) => boolean {
  const budgets = new LRUCache<string, Budget>({ max: BUDGETS_MAX });
  const costMs = 1_000 / aSecond;
  return (caller) => {
    const owner = shareOwner(caller);
    let budget = budgets.get(owner);
    if (budget === undefined) budgets.set(owner, (budget = createBudget(clock)));
    return budget.take(costMs, burst * costMs) === 0;
  };
}

/** What is held back has to have an end too: those beyond are refused at once. */
const HELD_BACK_MAX = 1_000;

/** How long a refusal is held back: a budget that it went beyond has room again by then. */
const HELD_BACK_SECONDS = 1;

/**
 * Waits before a refusal leaves. It costs nearly as much as an answer, and whoever sends the next call upon it would hold
 * up the others. It ends early for a caller who has left, or whose time is up: others tell them so.
 */
function createHoldBack(): (open: OpenCall) => Promise<void> {
  let heldBack = 0;
  return async ({ signal }) => {
    if (heldBack >= HELD_BACK_MAX) return;
    heldBack += 1;
    await delay(HELD_BACK_SECONDS * 1_000, undefined, { signal }).catch(() => undefined);
    heldBack -= 1;
  };
}

function tooManyUncounted() {
  const { aSecond, burst } = UNCOUNTED;
  const sentence = `Calls that are not counted, such as this one, are answered ${aSecond} times a second to an account, after ${burst} at once. Wait a second, and ask less often.`;
  return fault({
    sentence,
    reason: "UNCOUNTED_CALLS_LIMITED",
    quota: { subject: "calls that are not counted", description: sentence },
    retryAfterSeconds: HELD_BACK_SECONDS,
  });
}

function tooManyAtOnce({ restrictions }: Caller, { title, concurrentCalls: limit }: Plan) {
  const sentence =
    restrictions === undefined
      ? `More than ${limit} calls of this account are under way, the limit of the ${title} plan. Wait for answers before sending more.`
      : `More than ${limit} calls with this publishable API key are under way. Wait for answers before sending more.`;
  return fault({
    sentence,
    reason: "TOO_MANY_CALLS_AT_ONCE",
    quota: { subject: "calls at once", description: sentence },
    retryAfterSeconds: AT_ONCE_RETRY_SECONDS,
  });
}

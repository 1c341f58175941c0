// Finds out who calls. This is the first check (401 before 400).
import { createGrowingLru } from "../../lib/growing-lru.ts";
import type { Account } from "../../accounts/account.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { ServingStore } from "../../accounts/serving-store.ts";
import { type Caller, shareOwner } from "../../accounts/key.ts";
import { secretSha256, isWellFormedApiKey } from "../../accounts/api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import type { Plan } from "../../accounts/plans/plan.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { Clock } from "../../lib/time/clock.ts";
import { fault } from "../../errors/fault.ts";
import type { Metrics } from "../../observability/metrics.ts";
import type { Call, CallHead, RefusalOf } from "../call.ts";
import { fetchLimits, LIMITS } from "../limits.ts";
import type { CheckedCaller, SportsOwner } from "../operation.ts";
import type { WrongKeyThrottle } from "./wrong-key-throttle.ts";

/** How many recently good keys are cached. They bypass the throttle of their address. */
const GOOD_KEYS_MAX = 10_000;

/**
 * The key that a call carries. Throws UNAUTHENTICATED if there is none or its checksum is wrong, INVALID_ARGUMENT if there
 * are two (RFC 6750, section 3.1).
 */
export function presentedKey({ key, otherKey }: Pick<CallHead, "key" | "otherKey">): string {
  if (otherKey !== undefined) {
    throw fault({
      reason: "MALFORMED_REQUEST",
      sentence: "The call carries two different API keys. Send one, in X-API-Key or in Authorization.",
    });
  }
  if (key === undefined || key === "") {
    throw fault({ reason: "KEY_MISSING", sentence: "Send your API key in the X-API-Key header." });
  }
  if (!isWellFormedApiKey(key)) {
    throw fault({
      reason: "KEY_MALFORMED",
      sentence:
        "The API key is mistyped or incomplete: keys start with wsk_ or wpk_ and have 42 characters, and a single wrong character is detected. Compare it with the key you were given.",
    });
  }
  return key;
}

/** Finds the caller; without a promise if it is cached. Throws UNAUTHENTICATED, PERMISSION_DENIED or RESOURCE_EXHAUSTED. */
export type FindCaller = (head: Pick<CallHead, "key" | "otherKey" | "address">) => Caller | Promise<Caller>;

/** The checksum in a key tells a mistyped key from an unknown one without asking the store. */
export function createFindCaller({
  store,
  clock,
  metrics,
  throttle,
}: {
  readonly store: Pick<ServingStore, "findCaller" | "cachedCaller">;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly throttle: WrongKeyThrottle;
}): FindCaller {
  const goodKeys = createGrowingLru<string, true>(GOOD_KEYS_MAX);

  const refuseFor = (waitSeconds: number) => {
    metrics.throttled.inc({ reason: "wrong_keys" });
    return fault({
      sentence: `Too many wrong API keys came from your address. Check the key, and try again in ${waitSeconds} seconds.`,
      reason: LIMITS.wrongKeys.reason,
      retryAfterSeconds: waitSeconds,
    });
  };

  const lookUp = async (sha256: string, month: string, address: string): Promise<Caller> => {
    const caller = await store.findCaller(sha256, month);
    if (caller === undefined) {
      goodKeys.delete(sha256);
      const retryAfterSeconds = throttle.noteWrongKey(address, sha256);
      if (retryAfterSeconds > 0) throw refuseFor(retryAfterSeconds);
      throw fault({
        reason: "KEY_UNKNOWN",
        sentence: "This API key is unknown or has been revoked. Use a current key.",
      });
    }
    goodKeys.set(sha256, true);
    return admitted(caller);
  };

  return (head) => {
    const { address } = head;
    const sha256 = secretSha256(presentedKey(head));
    const { month } = monthAt(clock.nowMs());
    const cached = store.cachedCaller(sha256, month);
    if (cached !== undefined) return admitted(cached);
    const waitSeconds = goodKeys.has(sha256) ? 0 : throttle.waitSeconds(address, sha256);
    if (waitSeconds > 0) throw refuseFor(waitSeconds);
    return lookUp(sha256, month, address);
  };
}

/** A key of a closed account is not a wrong key: a whole office may still have its page open. */
function admitted(caller: Caller): Caller {
  if (caller.account.closedAtMs !== undefined) {
    throw fault({
      sentence: "This account has been closed. Contact the operator of this service to have it reopened.",
      reason: "ACCOUNT_CLOSED",
    });
  }
  if (caller.account.isSuspended) {
    throw fault({
      sentence: "This account is suspended. Contact the operator of this service to have it resumed.",
      reason: "ACCOUNT_SUSPENDED",
    });
  }
  return caller;
}

/**
 * Whether a caller is refused, for a door that asks before it reads the message. If so, the call that follows throws this
 * refusal at its key check, without another look-up.
 */
export function createRefusalOf(check: (...about: Parameters<RefusalOf>) => unknown): RefusalOf {
  return async (...about) => {
    try {
      await check(...about);
      return undefined;
    } catch (reason) {
      return { reason };
    }
  };
}

interface KeyCheckOptions {
  readonly findCaller: FindCaller;
  readonly store: Pick<AccountStore, "sports">;
  readonly plans: Plans;
}

/**
 * Checks the key, even if a door has found it good before it read the message: the key may have been revoked meanwhile.
 * Returns without a promise if the caller is cached.
 */
export function createKeyCheck(options: KeyCheckOptions) {
  const { findCaller, plans } = options;
  /** Cached by plan: there are few plans, and every call needs its limits. */
  const limitsOf = new Map<Plan, ReturnType<typeof fetchLimits>>();
  const fetchLimitsOf = (plan: Plan) => {
    if (!limitsOf.has(plan)) limitsOf.set(plan, fetchLimits(plan));
    return limitsOf.get(plan);
  };

  /** Also sets `call.caller`. */
  const checked = (call: Call, caller: Caller): CheckedCaller => {
    const { account, keyId, restrictions, used, month } = caller;
    const plan = plans.of(account);
    const owner = shareOwner(caller);
    call.caller = {
      account,
      keyId,
      restrictions,
      used,
      month,
      plan,
      owner,
      fetchOwner: { accountId: owner, limits: fetchLimitsOf(plan) },
      sportsOwner: sportsOwner(account, plan, options),
    };
    return call.caller;
  };

  return (call: Call): CheckedCaller | Promise<CheckedCaller> => {
    const { refusal } = call;
    if (refusal !== undefined) throw refusal.reason;
    const found = findCaller(call.head);
    return found instanceof Promise ? found.then((caller) => checked(call, caller)) : checked(call, found);
  };
}

/** Reads the caller's sports from the store only when they are asked for. */
function sportsOwner(
  { id, sportsRevision }: Account,
  { title, includes }: Plan,
  { store, plans }: Pick<KeyCheckOptions, "store" | "plans">,
): SportsOwner | undefined {
  if (sportsRevision === 0) return undefined;
  return {
    accountId: id,
    revision: sportsRevision,
    planGap: includes.customSports
      ? undefined
      : { has: title, needs: plans.firstWith("customSports")?.title },
    readSports: () => store.sports(id),
  };
}

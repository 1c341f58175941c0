// Who calls: the first check, so that a stranger is told so whatever else is wrong (401 before 400).
import { LRUCache } from "lru-cache";
import type { Account } from "../../accounts/account.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { CachedCallers } from "../../accounts/cached-callers.ts";
import { type Caller, shareOwner } from "../../accounts/key.ts";
import { apiKeySha256 } from "../../accounts/api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import type { Plan } from "../../accounts/plans/plan.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import type { Metrics } from "../../ops/metrics.ts";
import type { CallerClaim, RefusalOf } from "../call.ts";
import type { CheckedCall } from "../checked-call.ts";
import { fetchLimits, LIMITS } from "../limits.ts";
import type { OpenCall } from "../open-call.ts";
import { presentedKey, unauthenticated } from "./presented-key.ts";
import { refuseViolations } from "./request.ts";
import type { WrongKeyThrottle } from "./wrong-key-throttle.ts";

/** Keys that were good not long ago: their owners never wait because a neighbour tries keys. */
const GOOD_KEYS_MAX = 10_000;

interface KeyOptions {
  readonly store: Pick<CachedCallers, "findCaller" | "cachedCaller">;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly throttle: WrongKeyThrottle;
}

/** Finds out who calls; without a promise where that is cached. Throws UNAUTHENTICATED, PERMISSION_DENIED or RESOURCE_EXHAUSTED. */
export type FindCaller = (claim: CallerClaim) => Caller | Promise<Caller>;

/** The checksum in a key tells a mistyped one from an unknown one without asking the store. */
export function createFindCaller({ store, clock, metrics, throttle }: KeyOptions): FindCaller {
  const goodKeys = new LRUCache<string, true>({ max: GOOD_KEYS_MAX });

  const refuseFor = (waitSeconds: number) => {
    metrics.throttled.inc({ reason: "wrong_keys" });
    return tooManyWrongKeys(waitSeconds);
  };

  const lookUp = async (sha256: string, month: string, address: string): Promise<Caller> => {
    const caller = await store.findCaller(sha256, month);
    if (caller === undefined) {
      goodKeys.delete(sha256);
      const retryAfterSeconds = throttle.noteWrongKey(address, sha256);
      throw retryAfterSeconds > 0 ? refuseFor(retryAfterSeconds) : keyUnknown();
    }
    goodKeys.set(sha256, true);
    return admitted(caller);
  };

  return (claim) => {
    const { address } = claim;
    const sha256 = apiKeySha256(presentedKey(claim));
    const { month } = monthAt(clock.nowMs());
    const cached = store.cachedCaller(sha256, month);
    if (cached !== undefined) return admitted(cached);
    const waitSeconds = goodKeys.has(sha256) ? 0 : throttle.waitSeconds(address, sha256);
    if (waitSeconds > 0) throw refuseFor(waitSeconds);
    return lookUp(sha256, month, address);
  };
}

/** A key that was good is no wrong key: of an account that was closed, whole offices may still have pages open. */
function admitted(caller: Caller): Caller {
  if (caller.account.closedAtMs !== undefined) throw closed();
  if (caller.account.isSuspended) throw suspended();
  return caller;
}

/** Why it is refused is told by the call that the door makes then, which meets the checks in their usual order. */
export function createRefusalOf(check: (claim: CallerClaim) => unknown): RefusalOf {
  return async (claim) => {
    try {
      await check(claim);
      return undefined;
    } catch (reason) {
      return { reason };
    }
  };
}

/**
 * Finds out who calls, without a promise where that is cached. By now the whole request has arrived: a key that was
 * revoked while it was sent is not good any more, whatever a door was told when it began.
 */
export function createKeyCheck(options: {
  findCaller: FindCaller;
  store: Pick<AccountStore, "sports">;
  plans: Plans;
}) {
  const { findCaller } = options;
  return (open: OpenCall): CheckedCall | Promise<CheckedCall> => {
    const { refusal } = open.asked;
    if (refusal !== undefined) throw refusal.reason;
    const check = (caller: Caller) => (open.checked = checkedCall(open, caller, options));
    const found = findCaller(open.asked);
    return found instanceof Promise ? found.then(check) : check(found);
  };
}

/** Does not read the store until the caller's sports are asked for. */
function checkedCall(
  open: OpenCall,
  caller: Caller,
  { store, plans }: { store: Pick<AccountStore, "sports">; plans: Plans },
): CheckedCall {
  const admissionChecks: (() => void)[] = [];
  const whenCounted: (() => void)[] = [];
  const plan = plans.of(caller.account);
  const call: CheckedCall = {
    caller,
    plan,
    used: caller.used,
    verdict: undefined,
    headers: {},
    violations: [],
    get signal() {
      return open.signal;
    },
    sportsOwner: sportsOwner(caller.account, plan, { store, plans }),
    fetchOwner: {
      accountId: shareOwner(caller),
      limits: fetchLimits(plan),
      whenCounted: (act) => void whenCounted.push(act),
    },
    admissionChecks,
    whenCounted,
    admit: () => {
      refuseViolations(call);
      for (const check of admissionChecks) check();
    },
  };
  return call;
}

function sportsOwner(
  { id, sportsRevision }: Account,
  { title, includes }: Plan,
  { store, plans }: { store: Pick<AccountStore, "sports">; plans: Plans },
) {
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

function keyUnknown() {
  return unauthenticated("KEY_UNKNOWN", "This API key is unknown or has been revoked. Use a current key.");
}

function closed() {
  return fault({
    sentence: "This account has been closed. Contact the operator of this service to have it reopened.",
    reason: "ACCOUNT_CLOSED",
  });
}

function suspended() {
  return fault({
    sentence: "This account is suspended. Contact the operator of this service to have it resumed.",
    reason: "ACCOUNT_SUSPENDED",
  });
}

function tooManyWrongKeys(retryAfterSeconds: number) {
  return fault({
    sentence: `Too many wrong API keys came from your address. Check the key, and try again in ${retryAfterSeconds} seconds.`,
    reason: LIMITS.wrongKeys.reason,
    retryAfterSeconds,
  });
}

import { createContextKey, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import type { AccountStore } from "../../accounts/store.ts";
import type { Caller } from "../../accounts/key.ts";
import { apiKeySha256 } from "../../accounts/api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { peerAddress } from "../door-context.ts";
import { checkedCall, createCheckedCall } from "../checked-call.ts";
import { presentedKey, unauthenticated } from "./presented-key.ts";
import type { WrongKeyThrottle } from "./wrong-key-throttle.ts";

/** Keys that were good not long ago: their owners never wait because a neighbour tries keys. */
const GOOD_KEYS_MAX = 10_000;

/** Finds out who calls. Throws UNAUTHENTICATED, PERMISSION_DENIED or RESOURCE_EXHAUSTED. */
export type Authenticate = (header: Headers, address: string) => Promise<Caller>;

export interface AuthenticateOptions {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly throttle: WrongKeyThrottle;
}

/** The checksum in a key tells a mistyped one from an unknown one without asking the store. */
export function createAuthenticate({ store, clock, metrics, throttle }: AuthenticateOptions): Authenticate {
  const goodKeys = new LRUCache<string, true>({ max: GOOD_KEYS_MAX });

  const refuseFor = (waitSeconds: number) => {
    metrics.throttled.inc({ reason: "wrong_keys" });
    return tooManyWrongKeys(waitSeconds);
  };

  return async (header, address) => {
    const sha256 = apiKeySha256(presentedKey(header));
    const waitSeconds = goodKeys.has(sha256) ? 0 : throttle.waitSeconds(address, sha256);
    if (waitSeconds > 0) {
      throw refuseFor(waitSeconds);
    }
    const caller = await store.findCaller(sha256, monthAt(clock.nowMs()).month);
    if (caller === undefined) {
      goodKeys.delete(sha256);
      const retryAfterSeconds = throttle.noteWrongKey(address, sha256);
      throw retryAfterSeconds > 0 ? refuseFor(retryAfterSeconds) : keyUnknown();
    }
    goodKeys.set(sha256, true);
    // A key that was good is no wrong key: of an account that was closed, whole offices may still have pages open.
    if (caller.account.closedAtMs !== undefined) {
      throw closed();
    }
    if (caller.account.isSuspended) {
      throw suspended();
    }
    return caller;
  };
}

/** Why a call was refused before its message was read; it is thrown where the caller is asked for, and not found out twice. */
const refusal = createContextKey<unknown>(undefined, { description: "why the caller is refused" });

/**
 * Lets only known callers pass, and puts the call into its context. By now the whole request has arrived: a key that was
 * revoked while it was sent is not good any more, whatever a door was told when it began.
 */
export function createAuthenticateInterceptor(options: {
  authenticate: Authenticate;
  store: AccountStore;
  plans: Plans;
  clock: Clock;
}): Interceptor {
  const { authenticate, store, plans, clock } = options;
  return (next) => async (request) => {
    const values = request.contextValues;
    const refused = values.get(refusal);
    if (refused !== undefined) {
      throw refused;
    }
    const { month } = monthAt(clock.nowMs());
    const caller = await authenticate(request.header, values.get(peerAddress));
    values.set(checkedCall, createCheckedCall(caller, month, { store, plans }));
    return next(request);
  };
}

/**
 * For doors that learn who calls before they can read a message: tells whether the header names a known caller. Why it
 * does not is told by the checks, which the call then meets in their usual order.
 */
export function createKnownCallerCheck(authenticate: Authenticate) {
  return async ({
    requestHeader,
    values,
  }: Pick<HandlerContext, "requestHeader" | "values">): Promise<boolean> => {
    try {
      await authenticate(requestHeader, values.get(peerAddress));
      return true;
    } catch (error) {
      values.set(refusal, error);
      return false;
    }
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
    reason: "TOO_MANY_WRONG_KEYS",
    retryAfterSeconds,
  });
}

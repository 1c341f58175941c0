import { Code, type ContextValues, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import type { AccountStore } from "../../accounts/account-store.ts";
import { apiKeySha256 } from "../../accounts/api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { peerAddress } from "../door-context.ts";
import { checkedCall, createCheckedCall } from "../checked-call.ts";
import { presentedKey, unauthenticated } from "./presented-key.ts";
import type { WrongKeyThrottle } from "./wrong-key-throttle.ts";

/** Keys that were good not long ago: their owners are not made to wait because a neighbour tries keys. */
const GOOD_KEYS_MAX = 10_000;

/**
 * Finds out who calls and puts the call into its context, unless it is there already. Throws UNAUTHENTICATED,
 * PERMISSION_DENIED or RESOURCE_EXHAUSTED.
 */
export type Authenticate = (header: Headers, values: ContextValues) => Promise<void>;

export interface AuthenticateOptions {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly throttle: WrongKeyThrottle;
}

/**
 * The checksum in a key tells a mistyped one from an unknown one without asking the store. From an address that has
 * tried too many wrong keys, only those that were good lately are looked up.
 */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { store, clock, metrics, throttle } = options;
  const goodKeys = new LRUCache<string, true>({ max: GOOD_KEYS_MAX });

  return async (header, values) => {
    if (values.get(checkedCall) !== undefined) {
      return;
    }
    const address = values.get(peerAddress);
    const sha256 = apiKeySha256(presentedKey(header));
    const waitSeconds = goodKeys.has(sha256) ? 0 : throttle.waitSeconds(address);
    if (waitSeconds > 0) {
      metrics.throttled.inc({ reason: "wrong_keys" });
      throw tooManyWrongKeys(waitSeconds);
    }
    const found = await store.findCaller(sha256, monthAt(clock.nowMs()).month);
    if (found === undefined) {
      goodKeys.delete(sha256);
      throttle.noteWrongKey(address);
      throw unauthenticated("KEY_UNKNOWN", "This API key is unknown or has been revoked. Use a current key.");
    }
    goodKeys.set(sha256, true);
    if (found.account.isSuspended) {
      throw suspended();
    }
    values.set(checkedCall, createCheckedCall(found, store));
  };
}

/** Lets only known callers pass. */
export function createAuthenticateInterceptor(authenticate: Authenticate): Interceptor {
  return (next) => async (request) => {
    await authenticate(request.header, request.contextValues);
    return next(request);
  };
}

/**
 * For doors that learn who calls before they can read a message: tells whether the header names a known caller. Why it
 * does not is told by the checks, which the call then meets in their usual order; a store that is down is found there too.
 */
export function createKnownCallerCheck(authenticate: Authenticate) {
  return async ({
    requestHeader,
    values,
  }: Pick<HandlerContext, "requestHeader" | "values">): Promise<boolean> => {
    try {
      await authenticate(requestHeader, values);
      return true;
    } catch {
      return false;
    }
  };
}

function suspended() {
  return fault({
    code: Code.PermissionDenied,
    sentence: "This account is suspended. Contact the operator of this service to have it resumed.",
    reason: "ACCOUNT_SUSPENDED",
  });
}

function tooManyWrongKeys(retryAfterSeconds: number) {
  return fault({
    code: Code.ResourceExhausted,
    sentence: `Too many wrong API keys came from your address. Check the key, and try again in ${retryAfterSeconds} seconds.`,
    reason: "TOO_MANY_WRONG_KEYS",
    retryAfterSeconds,
  });
}

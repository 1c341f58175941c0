import { Code, type ContextValues, type Interceptor } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import type { AccountStore, Caller } from "../../accounts/account-store.ts";
import { apiKeySha256 } from "../../accounts/api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import type { Clock } from "../../clock.ts";
import { fault } from "../../fault.ts";
import type { Metrics } from "../../ops/metrics.ts";
import { caller, peerAddress } from "../call-context.ts";
import { presentedKey, unauthenticated } from "./presented-key.ts";
import type { WrongKeyThrottle } from "./wrong-key-throttle.ts";

/** Keys that were good not long ago: their owners are not made to wait because a neighbour tries keys. */
const FAMILIAR_KEYS_MAX = 10_000;

/** Finds out whose key a call carries; throws UNAUTHENTICATED, PERMISSION_DENIED or RESOURCE_EXHAUSTED. */
export type Authenticate = (header: Headers, values: ContextValues) => Promise<Caller>;

export interface AuthenticateOptions {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly throttle: WrongKeyThrottle;
}

/**
 * The checksum in a key tells a mistyped one from an unknown one without asking the store. From an address that has
 * tried too many wrong keys, unfamiliar ones are refused without a look-up.
 */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { store, clock, metrics, throttle } = options;
  const familiar = new LRUCache<string, true>({ max: FAMILIAR_KEYS_MAX });

  return async (header, values) => {
    const address = values.get(peerAddress);
    const sha256 = apiKeySha256(presentedKey(header));
    const waitSeconds = familiar.has(sha256) ? 0 : throttle.waitSeconds(address);
    if (waitSeconds > 0) {
      metrics.throttled.inc({ reason: "wrong_keys" });
      throw tooManyWrongKeys(waitSeconds);
    }
    const found = await store.findCaller(sha256, monthAt(clock.nowMs()).month);
    if (found === undefined) {
      familiar.delete(sha256);
      throttle.noteWrongKey(address);
      throw unauthenticated("KEY_UNKNOWN", "This API key is unknown or has been revoked. Use a current key.");
    }
    familiar.set(sha256, true);
    if (found.account.isSuspended) {
      throw suspended();
    }
    return found;
  };
}

/** Lets only known callers pass, and says who they are. A caller found already by the door is not looked up again. */
export function createAuthenticateInterceptor({ authenticate }: { authenticate: Authenticate }): Interceptor {
  return (next) => async (request) => {
    const { contextValues, header } = request;
    if (contextValues.get(caller) === undefined) {
      contextValues.set(caller, await authenticate(header, contextValues));
    }
    return next(request);
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

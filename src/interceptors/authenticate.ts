import { Code, type Interceptor } from "@connectrpc/connect";
import type { AccountStore, Caller } from "../accounts/account-store.ts";
import { apiKeySha256, isWellFormedApiKey } from "../accounts/api-key.ts";
import { monthAt } from "../accounts/month.ts";
import type { Clock } from "../clock.ts";
import { fault } from "../fault.ts";
import { caller } from "./call-context.ts";

export const API_KEY_HEADER = "x-api-key";

/** Finds out whose key a call carries; throws UNAUTHENTICATED or PERMISSION_DENIED. */
export type Authenticate = (header: Headers) => Promise<Caller>;

/** The checksum in a key tells a mistyped one from an unknown one without asking the store. */
export function createAuthenticate({ store, clock }: { store: AccountStore; clock: Clock }): Authenticate {
  return async (header) => {
    const key = header.get(API_KEY_HEADER);
    if (key === null || key === "") {
      throw unauthenticated("KEY_MISSING", "Send your API key in the X-API-Key header.");
    }
    if (!isWellFormedApiKey(key)) {
      throw unauthenticated(
        "KEY_MALFORMED",
        "The X-API-Key header does not hold a complete API key: keys start with wsk_ and have 42 characters. Compare it with the key you were given.",
      );
    }
    const found = await store.findCaller(apiKeySha256(key), monthAt(clock.nowMs()).month);
    if (found === undefined) {
      throw unauthenticated("KEY_UNKNOWN", "This API key is unknown or has been revoked. Use a current key.");
    }
    if (found.account.isSuspended) {
      throw fault({
        code: Code.PermissionDenied,
        sentence: "This account is suspended. Contact the operator of this service to have it resumed.",
        reason: "ACCOUNT_SUSPENDED",
      });
    }
    return found;
  };
}

/** Lets only known callers pass, and says who they are. A caller found already by the door is not looked up again. */
export function createAuthenticateInterceptor({ authenticate }: { authenticate: Authenticate }): Interceptor {
  return (next) => async (request) => {
    if (request.contextValues.get(caller) === undefined) {
      request.contextValues.set(caller, await authenticate(request.header));
    }
    return next(request);
  };
}

function unauthenticated(reason: string, sentence: string) {
  return fault({ code: Code.Unauthenticated, sentence, reason });
}

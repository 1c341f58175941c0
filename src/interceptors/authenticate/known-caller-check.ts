import type { HandlerContext } from "@connectrpc/connect";
import type { Authenticate } from "./authenticate.ts";
import { caller } from "../call-context.ts";

/**
 * For doors that learn who calls before they can read a message: tells whether the header names a known caller, and
 * leaves the caller in the context so that nobody looks it up again. Why it is not known is told by the checks, which
 * the call then meets in their usual order; a store that is down is found there too.
 */
export function createKnownCallerCheck(
  authenticate: Authenticate,
): (context: Pick<HandlerContext, "requestHeader" | "values">) => Promise<boolean> {
  return async ({ requestHeader, values }) => {
    try {
      values.set(caller, await authenticate(requestHeader, values));
      return true;
    } catch {
      return false;
    }
  };
}

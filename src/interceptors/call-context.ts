// What a call carries besides its message and headers, from one check to the next.
import { createContextKey, type ConnectError } from "@connectrpc/connect";
import type { Caller } from "../accounts/account-store.ts";

/**
 * Set by a door that could not read the request. It is thrown where validation stands, because who calls is asked
 * before what was said (401 before 400).
 */
export const unreadable = createContextKey<ConnectError | undefined>(undefined, {
  description: "why the request could not be read",
});

/** The caller's IP address as far as the door can tell; empty where it cannot. */
export const peerAddress = createContextKey("", { description: "the caller's address" });

/** Who calls: set by `authenticate`, used by `quota` and `log`. */
export const caller = createContextKey<Caller | undefined>(undefined, { description: "who calls" });

/** The request headers the checks read. Doors pass these on and need not copy any other. */
export const CALL_HEADERS: readonly string[] = ["x-api-key", "x-request-id", "traceparent", "tracestate"];

// What a door puts beside a call's message for the checks.
import { createContextKey, type ConnectError } from "@connectrpc/connect";

/**
 * Set by a door that could not read the request. It is thrown where validation stands, because who calls is asked
 * before what was said (401 before 400).
 */
export const unreadable = createContextKey<ConnectError | undefined>(undefined, {
  description: "why the request could not be read",
});

/** The caller's IP address as far as the door can tell; empty where it cannot. */
export const peerAddress = createContextKey("", { description: "the caller's address" });

/** The request headers the checks read. Doors pass these on and need not copy any other. */
export const CALL_HEADERS: readonly string[] = [
  "x-api-key",
  "x-request-id",
  "traceparent",
  "tracestate",
  // What a publishable key is good for depends on it.
  "origin",
];

import { createContextKey } from "@connectrpc/connect";

/**
 * The moment between understanding a request and working on it. Each operation calls the function it finds here once
 * its request is known to make sense and before it costs anything; the function throws when the caller may not have an
 * answer (a used-up quota). That keeps 400 before 429, and refusals cheap.
 */
export const admission = createContextKey<() => void>(() => undefined, {
  description: "may this be answered",
});

import { createContextKey, type ContextValues } from "@connectrpc/connect";

/**
 * The moment between understanding a request and working on it. Each operation calls the function it finds here once
 * its request is known to make sense and before it costs anything; the function throws when the caller may not have an
 * answer (a used-up quota, too many calls at once). That keeps 400 before 429, and refusals cheap.
 */
export const admission = createContextKey<() => void>(() => undefined, {
  description: "may this be answered",
});

/** Adds a check to those a call has to pass at its admission, after the ones there are. */
export function addAdmissionCheck(values: ContextValues, check: () => void): void {
  const earlier = values.get(admission);
  values.set(admission, () => {
    earlier();
    check();
  });
}

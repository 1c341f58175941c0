/** Resolves with the first SIGTERM or SIGINT. A second one ends the process at once, as it would any other. */
export function untilAskedToStop(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  process.once("SIGTERM", resolve);
  process.once("SIGINT", resolve);
  return promise;
}

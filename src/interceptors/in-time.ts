import type { Interceptor } from "@connectrpc/connect";

/**
 * Lets nobody wait for longer than the call may take, whatever the call is waiting for: once its signal aborts, the call
 * ends with that reason. What is still under way then has deadlines of its own, and its outcome reaches nobody.
 */
export const answerInTime: Interceptor = (next) => (request) => {
  const { signal } = request;
  if (signal.aborted) return Promise.reject(signal.reason);
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof next>>>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  next(request).then(resolve, reject);
  return promise;
};

import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { codeName } from "../code-name.ts";
import type { Metrics } from "../ops/metrics.ts";

/** Counts every call by method and outcome, and times it. The labels come from descriptors and codes alone. */
export function createMetricsInterceptor({ metrics }: { metrics: Metrics }): Interceptor {
  return (next) => async (request) => {
    const method = request.method.name;
    const startedAtMs = performance.now();
    let code = "ok";
    try {
      return await next(request);
    } catch (error) {
      code = codeName(error instanceof ConnectError ? error.code : Code.Internal);
      throw error;
    } finally {
      metrics.calls.inc({ method, code });
      metrics.callSeconds.observe({ method }, (performance.now() - startedAtMs) / 1000);
    }
  };
}

import type { Metrics } from "../../../src/observability/metrics.ts";

/** How many calls the metrics count as throttled for a reason; 0 if they have no such reason. */
export async function throttledCalls({ throttled }: Pick<Metrics, "throttled">, reason: string) {
  const { values } = await throttled.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

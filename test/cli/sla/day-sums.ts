// What sla-rules.yaml would have left in a Prometheus, as OpenMetrics.
import { DAY_MS } from "../../../src/clock.ts";

export interface DaySums {
  /** By account: good, late, failed calls of the day. */
  readonly calls: Readonly<Record<string, readonly [good: number, late: number, failed: number]>>;
  /** By account, in minutes. */
  readonly outage?: Readonly<Record<string, number>>;
  readonly measured?: number;
  readonly up?: number;
}

/** The rules look every ten minutes. */
const BEFORE_MIDNIGHT_MS = 4 * 60_000;

/** The days follow each other from `startMs`; one that is undefined left nothing. */
export function openMetricsOf(
  startMs: number,
  days: readonly (DaySums | undefined)[],
  namespace = "n",
): string {
  const lines = days.flatMap((day, index) => {
    if (day === undefined) return [];
    const seconds = (startMs + (index + 1) * DAY_MS - BEFORE_MIDNIGHT_MS) / 1000;
    const line = (name: string, labels: string, value: number) =>
      `suitability:${name}{namespace="${namespace}"${labels}} ${value} ${seconds}`;
    const calls = Object.entries(day.calls).flatMap(([account, counts]) =>
      ["good", "late", "failed"].map((result, at) =>
        line("account_calls:increase1d", `,account="${account}",result="${result}"`, counts[at] ?? 0),
      ),
    );
    const outage = Object.entries(day.outage ?? {}).map(([account, minutes]) =>
      line("account_outage:minutes1d", `,account="${account}"`, minutes),
    );
    const { measured = 1441, up = measured } = day;
    return [
      ...calls,
      ...outage,
      line("sla_measured:minutes1d", "", measured),
      line("sla_up:minutes1d", "", Math.min(up, measured)),
    ];
  });
  return lines.map((text) => `${text}\n`).join("");
}

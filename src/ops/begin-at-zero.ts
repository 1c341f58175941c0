import type { Counter } from "prom-client";

/** Counts what is of one of few kinds, and of no other. */
interface KindsCounter<Label extends string, Kind extends string> extends Pick<Counter<Label>, "get"> {
  inc(labels: Record<Label, Kind>, count?: number): void;
}

/** Has every kind counted from 0: Prometheus sees an increase only after a series' first value, and would miss the first of a kind. */
export function beginAtZero<Label extends string, Kind extends string>(
  counter: Counter<Label>,
  kinds: readonly Kind[],
): KindsCounter<Label, Kind> {
  for (const kind of kinds) counter.labels(kind).inc(0);
  return counter;
}

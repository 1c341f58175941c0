// Makes metrics in a registry: with values that the service sets, or that are read at each scrape.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { BusyCounter, BusyHistogram } from "./busy-metrics.ts";

export type Kit = ReturnType<typeof createKit>;

/** Makes the metrics of a registry. */
export function createKit(registry: Registry) {
  const registers = [registry];
  return {
    ...createBusyKit(registry),
    counter: <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** Its count is read at each scrape. */
    readCounter: (name: string, help: string, read: () => number) =>
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    /**
     * A counter for a closed set of kinds. It starts every kind at 0: Prometheus sees an increase only after a series' first
     * value, and would miss the first of a kind.
     */
    kindsCounter: <Label extends string, Kind extends string>(
      name: string,
      help: string,
      label: Label,
      kinds: readonly Kind[],
    ): KindsCounter<Label, Kind> => {
      const counter = new Counter({ name, help, labelNames: [label], registers });
      for (const kind of kinds) counter.labels(kind).inc(0);
      return counter;
    },
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** Its values are read at each scrape. */
    readGauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      read: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return read(this);
        },
      }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

/** The same for what happens several times a call. */
function createBusyKit(registry: Registry) {
  return {
    busyCounter: (name: string, help: string, labelNames: readonly string[]) =>
      new BusyCounter(registry, { name, help, labelNames }),
    /** Starts every kind at 0, like `kindsCounter`. */
    busyKindsCounter: <Kind extends string>(
      name: string,
      help: string,
      label: string,
      kinds: readonly Kind[],
    ): BusyCounter<Kind> => {
      const counter = new BusyCounter<Kind>(registry, { name, help, labelNames: [label] });
      for (const kind of kinds) counter.add(0, kind);
      return counter;
    },
    busyHistogram: (
      name: string,
      help: string,
      labelNames: readonly string[],
      upperBounds: readonly number[],
    ) => new BusyHistogram(registry, { name, help, labelNames }, upperBounds),
  };
}

interface KindsCounter<Label extends string, Kind extends string> extends Pick<Counter<Label>, "get"> {
  inc(labels: Record<Label, Kind>, count?: number): void;
}

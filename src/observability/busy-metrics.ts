// Counters and histograms of what happens several times in each call. prom-client would look up the labels of each event in
// an object made for it; these look them up in maps, count in plain numbers, and make what prom-client prints at a scrape.
import type { Counter, Registry } from "prom-client";

interface Description {
  readonly name: string;
  readonly help: string;
  /** One or two. Values are passed in this order. */
  readonly labelNames: readonly string[];
}

type Labels = Record<string, string>;

interface Value {
  readonly metricName?: string;
  readonly labels: Labels;
  readonly value: number;
}

abstract class BusyMetric<Series> {
  readonly name: string;
  readonly #help: string;
  readonly #type: "counter" | "histogram";
  readonly #labelNames: readonly string[];
  /** By the value of the first label, then by that of the second, or "" if there is none. */
  readonly #series = new Map<string, Map<string, Series>>();

  constructor(registry: Registry, type: "counter" | "histogram", { name, help, labelNames }: Description) {
    this.name = name;
    this.#help = help;
    this.#type = type;
    this.#labelNames = labelNames;
    // A registry needs no more of a metric than its name and `get`; its types list prom-client's own classes.
    registry.registerMetric(this as unknown as Counter);
  }

  protected abstract create(): Series;
  protected abstract valuesOf(series: Series, labels: Labels): Value[];

  protected seriesOf(first: string, second: string): Series {
    let ofFirst = this.#series.get(first);
    if (ofFirst === undefined) this.#series.set(first, (ofFirst = new Map()));
    let series = ofFirst.get(second);
    if (series === undefined) ofFirst.set(second, (series = this.create()));
    return series;
  }

  /** Called by the registry at each scrape. */
  async get() {
    const values: Value[] = [];
    for (const [first, ofFirst] of this.#series) {
      for (const [second, series] of ofFirst) {
        const labels = Object.fromEntries(
          this.#labelNames.map((label, i) => [label, i === 0 ? first : second]),
        );
        values.push(...this.valuesOf(series, labels));
      }
    }
    return { name: this.name, help: this.#help, type: this.#type, aggregator: "sum", values };
  }
}

export class BusyCounter<First extends string = string> extends BusyMetric<{ count: number }> {
  constructor(registry: Registry, description: Description) {
    super(registry, "counter", description);
  }

  inc(first: First, second = ""): void {
    this.seriesOf(first, second).count += 1;
  }

  add(count: number, first: First, second = ""): void {
    this.seriesOf(first, second).count += count;
  }

  protected create() {
    return { count: 0 };
  }

  protected valuesOf({ count }: { readonly count: number }, labels: Labels): Value[] {
    return [{ labels, value: count }];
  }
}

interface Observed {
  /** How many values are in each bucket alone; the last bucket has no upper bound. */
  readonly counts: Float64Array;
  sum: number;
}

export class BusyHistogram extends BusyMetric<Observed> {
  readonly #upperBounds: readonly number[];

  constructor(registry: Registry, description: Description, upperBounds: readonly number[]) {
    super(registry, "histogram", description);
    this.#upperBounds = upperBounds;
  }

  observe(value: number, first: string, second = ""): void {
    const observed = this.seriesOf(first, second);
    const bounds = this.#upperBounds;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? Infinity)) bucket += 1;
    observed.counts[bucket] = (observed.counts[bucket] ?? 0) + 1;
    observed.sum += value;
  }

  protected create(): Observed {
    return { counts: new Float64Array(this.#upperBounds.length + 1), sum: 0 };
  }

  /** Prometheus counts in each bucket all values up to its bound. */
  protected valuesOf({ counts, sum }: Observed, labels: Labels): Value[] {
    let count = 0;
    const buckets = [...this.#upperBounds, "+Inf"].map((bound, bucket) => ({
      metricName: `${this.name}_bucket`,
      labels: { le: String(bound), ...labels },
      value: (count += counts[bucket] ?? 0),
    }));
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}

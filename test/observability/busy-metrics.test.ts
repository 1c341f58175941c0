import { Counter, Histogram, Registry } from "prom-client";
import { expect, it } from "vitest";
import { BusyCounter, BusyHistogram } from "../../src/observability/busy-metrics.ts";

const name = "things";
const help = 'Things, by "kind".';
const EVENTS = [
  ["GetForecast", "ok", 0.001],
  ["GetForecast", "internal", 0.0011],
  ["GetUsage", "ok", 7],
  ["GetForecast", "ok", 0],
  ["GetForecast", "ok", 10],
  ["GetForecast", "ok", 10.5],
] as const;

const linesOf = async (registry: Registry) => (await registry.metrics()).split("\n").toSorted();

it("a busy counter is scraped as prom-client's own counter, from 0 on", async () => {
  const labelNames = ["method", "code"];
  const [own, busy] = [new Registry(), new Registry()];
  const counter = new Counter({ name, help, labelNames, registers: [own] });
  const busyCounter = new BusyCounter(busy, { name, help, labelNames });
  counter.inc({ method: "GetUsage", code: "internal" }, 0);
  busyCounter.add(0, "GetUsage", "internal");
  for (const [method, code] of EVENTS) {
    counter.inc({ method, code });
    busyCounter.inc(method, code);
  }
  counter.inc({ method: "GetUsage", code: "ok" }, 3);
  busyCounter.add(3, "GetUsage", "ok");
  expect(await linesOf(own)).toContain('things{method="GetForecast",code="ok"} 4');
  expect(await linesOf(busy)).toEqual(await linesOf(own));
});

it("a busy histogram is scraped as prom-client's own histogram, with values on its bounds and beyond them", async () => {
  const buckets = [0.001, 1, 10];
  const [own, busy] = [new Registry(), new Registry()];
  const labelNames = ["method", "code"];
  const histogram = new Histogram({ name, help, labelNames, buckets, registers: [own] });
  const busyHistogram = new BusyHistogram(busy, { name, help, labelNames }, buckets);
  for (const [method, code, value] of EVENTS) {
    histogram.observe({ method, code }, value);
    busyHistogram.observe(value, method, code);
  }
  expect(await linesOf(own)).toContain('things_bucket{le="10",method="GetForecast",code="ok"} 3');
  expect(await linesOf(busy)).toEqual(await linesOf(own));
});

it("a busy metric with one label has no second one", async () => {
  const registry = new Registry();
  new BusyCounter(registry, { name, help, labelNames: ["kind"] }).inc("a");
  expect(await linesOf(registry)).toContain('things{kind="a"} 1');
});

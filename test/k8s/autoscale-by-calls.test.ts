// The metric that the autoscaler gets from prometheus-adapter, whose templates are filled in here.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hasPromtool, inputSeries, promtoolComplaint } from "./promtool.ts";

const COMPONENT = new URL("../../k8s/components/autoscale-by-calls/", import.meta.url);
const read = (name: string) => parse(readFileSync(new URL(name, COMPONENT), "utf8")) as unknown;

const { rules } = read("prometheus-adapter.yaml") as {
  rules: { custom: { name: { as: string }; metricsQuery: string }[] };
};
const [operation] = read("autoscaler.yaml") as { value: { pods: { metric: { name: string } } } }[];

/** The counter of call seconds with `each` calls in flight, scraped every 30 s. */
const seconds = (pod: string, container: string, method: string, each: number) => ({
  [`suitability_call_seconds_sum{namespace="n",pod="${pod}",container="${container}",method="${method}"}`]: `0+${30 * each}x10`,
});

describe("the calls in flight", () => {
  const [rule] = rules.custom;

  it("have the same name in the autoscaler and in the adapter", () => {
    expect(rules.custom).toHaveLength(1);
    expect(operation?.value.pods.metric.name).toBe(rule?.name.as);
  });

  it.skipIf(!hasPromtool)("are the calls of the core, all methods, by pod (skipped without promtool)", () => {
    const expr = rule?.metricsQuery
      .replaceAll("<<.GroupBy>>", "pod")
      .replaceAll("<<.LabelMatchers>>", 'namespace="n",pod=~"a|b"');
    const series = {
      ...seconds("a", "core", "GetForecast", 12),
      ...seconds("a", "core", "GetSafeSlots", 3),
      ...seconds("a", "rest", "GetForecast", 50),
      ...seconds("b", "core", "GetForecast", 0.5),
    };
    const samples = [
      { labels: '{pod="a"}', value: 15 },
      { labels: '{pod="b"}', value: 0.5 },
    ];
    const test = {
      interval: "30s",
      input_series: inputSeries(series),
      promql_expr_test: [{ expr, eval_time: "5m", exp_samples: samples }],
    };
    expect(promtoolComplaint({ groups: [] }, { evaluation_interval: "30s", tests: [test] })).toBe("");
  });
});

// What the autoscaler is told by prometheus-adapter, whose templates are filled in here.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, stringify } from "yaml";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const COMPONENT = new URL("../../k8s/components/autoscale-by-calls/", import.meta.url);
const read = (name: string) => parse(readFileSync(new URL(name, COMPONENT), "utf8")) as unknown;

const { rules } = read("prometheus-adapter.yaml") as {
  rules: { custom: { name: { as: string }; metricsQuery: string }[] };
};
const [operation] = read("autoscaler.yaml") as { value: { pods: { metric: { name: string } } } }[];

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** Seconds of calls at a scrape every 30 s. */
const seconds = (labels: string, each: number) => ({
  series: `suitability_call_seconds_sum{namespace="n",${labels}}`,
  values: `0+${30 * each}x10`,
});

describe("the calls in flight", () => {
  const [rule] = rules.custom;

  it("are asked for by the name that the adapter gives them", () => {
    expect(rules.custom).toHaveLength(1);
    expect(operation?.value.pods.metric.name).toBe(rule?.name.as);
  });

  it.skipIf(!hasPromtool)("are those of the core over all methods, by pod (skipped without promtool)", () => {
    const folder = createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const expr = rule?.metricsQuery
      .replaceAll("<<.GroupBy>>", "pod")
      .replaceAll("<<.LabelMatchers>>", 'namespace="n",pod=~"a|b"');
    const test = {
      evaluation_interval: "30s",
      tests: [
        {
          interval: "30s",
          input_series: [
            seconds('pod="a",container="core",method="GetForecast"', 12),
            seconds('pod="a",container="core",method="GetSafeSlots"', 3),
            seconds('pod="a",container="rest",method="GetForecast"', 50),
            seconds('pod="b",container="core",method="GetForecast"', 0.5),
          ],
          promql_expr_test: [
            {
              expr,
              eval_time: "5m",
              exp_samples: [
                { labels: '{pod="a"}', value: 15 },
                { labels: '{pod="b"}', value: 0.5 },
              ],
            },
          ],
        },
      ],
    };
    writeFileSync(join(folder.path, "test.yaml"), stringify(test));
    expect(() =>
      execFileSync("promtool", ["test", "rules", "test.yaml"], { cwd: folder.path }),
    ).not.toThrow();
  });
});

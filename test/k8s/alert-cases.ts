// The cases of alert-cases.yaml and sla-sums.yaml, as promtool takes them.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { inputSeries } from "./promtool.ts";

type Series = Readonly<Record<string, string>>;

interface Run {
  readonly of: string;
  readonly groups: readonly string[];
  readonly interval: string;
  readonly evaluation_interval: string;
  readonly beside: Series;
  readonly cases: readonly {
    readonly name: string;
    readonly eval_time: string;
    /** `Alert severity` of each alert. */
    readonly firing: readonly string[];
    readonly series: Series;
  }[];
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
// All values are texts: otherwise YAML would read `0x10` as a number.
const { labels, runs } = parse(read("alert-cases.yaml"), { schema: "failsafe" }) as {
  labels: Series;
  runs: readonly Run[];
};

export const ALERT_RUNS = runs;

/** The file of a run's tests. promtool prints a failure with the name of its case. */
export function promtoolTests({ beside, cases, interval, evaluation_interval }: Run): object {
  const tests = cases.map(({ name, series, eval_time, firing }) => ({
    name,
    interval,
    input_series: inputSeries(withLabels({ ...beside, ...series })),
    promql_expr_test: [
      {
        expr: 'count by (alertname, severity) (ALERTS{alertstate="firing"})',
        eval_time,
        exp_samples: firing.map((alert) => {
          const [alertname, severity] = alert.split(" ");
          return { labels: `{alertname="${alertname}", severity="${severity}"}`, value: 1 };
        }),
      },
    ],
  }));
  return { evaluation_interval, tests };
}

/** The tests of the groups whose names begin with `suitability-sla`. */
export function slaSumsTests(): object {
  const { series, ...test } = parse(read("sla-sums.yaml")) as { series: Series; interval: string };
  const tests = [{ ...test, input_series: inputSeries(withLabels(series)) }];
  return { evaluation_interval: test.interval, tests };
}

/** Replaces names of labels: `$core` in `up{$core}` becomes the labels of the core. */
function withLabels(series: Series): Series {
  const spelled = (name: string) => name.replace(/\$([a-z-]+)/, (_all, of: string) => labels[of] ?? "");
  return Object.fromEntries(Object.entries(series).map(([name, values]) => [spelled(name), values]));
}

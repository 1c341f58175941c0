// The rules and the dashboard as they are in k8s/components/monitoring.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const MONITORING = new URL("../../k8s/components/monitoring/", import.meta.url);

export interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What Prometheus itself takes, of all files together: the operator's objects less their wrapping. */
export function readRules(): {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
} {
  const groups = ["rules.yaml", "sla-rules.yaml"].flatMap((file) => {
    const { spec } = parse(readFileSync(new URL(file, MONITORING), "utf8")) as {
      spec: ReturnType<typeof readRules>;
    };
    return spec.groups;
  });
  return { groups };
}

/** The queries of the panels and annotations, with Grafana's variables filled in. */
export function readDashboardQueries({ namespace }: { readonly namespace: string }): readonly string[] {
  const queries: string[] = [];
  // JSON's own walk over every property.
  JSON.parse(readFileSync(new URL("dashboard.json", MONITORING), "utf8"), (key, value: unknown) => {
    if (key === "expr" && typeof value === "string") {
      queries.push(value.replaceAll("$__rate_interval", "1m").replaceAll("$namespace", namespace));
    }
    return value;
  });
  return queries;
}

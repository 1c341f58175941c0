// The rules and the dashboards as they are in k8s/components/monitoring.
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

/** The rule groups of all files, as Prometheus itself reads them: the operator's objects without their wrapping. */
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

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

export function readDashboards(): readonly Dashboard[] {
  return ["fleet", "account", "provider"].map(
    (name) => JSON.parse(readFileSync(new URL(`dashboards/${name}.json`, MONITORING), "utf8")) as Dashboard,
  );
}

/** The queries of the panels, with Grafana's variables filled in; a variable that can have several values matches all. */
export function readDashboardQueries({ namespace }: { readonly namespace: string }): readonly string[] {
  return readDashboards()
    .flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets))
    .map(({ expr }) =>
      expr
        .replaceAll("$__rate_interval", "1m")
        .replaceAll("$namespace", namespace)
        .replaceAll(/\$(?:account|source)\b/g, ".+"),
    );
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stringify } from "yaml";
import { startTestService } from "../support/test-service.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { readDashboardQueries, readRules } from "./monitoring-manifests.ts";

const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0;

/** What the operator's PodMonitor would add. */
const LABELS = { namespace: "n", container: "core", pod: "p" };

/** What starting, scraping twice and evaluating may take where other programs keep the processor busy. */
const PATIENCE_MS = 90_000;

/** Scrapes the operations port with the rules loaded, until the test is over; returns its address. */
async function startPrometheus(opsPort: number): Promise<string> {
  const folder = createTemporaryFolder();
  const target = { targets: [`127.0.0.1:${opsPort}`], labels: LABELS };
  const config = {
    // A scrape may take as long as the interval: one that is cut off is a sample lost.
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: ["rules.yaml"],
    scrape_configs: [{ job_name: "suitability", static_configs: [target] }],
  };
  writeFileSync(join(folder.path, "prometheus.yaml"), stringify(config));
  writeFileSync(join(folder.path, "rules.yaml"), stringify(readRules()));
  const prometheus = spawn(
    "prometheus",
    ["--config.file=prometheus.yaml", "--storage.tsdb.path=data", "--web.listen-address=127.0.0.1:0"],
    { cwd: folder.path, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  prometheus.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = once(prometheus, "close");
  onTestFinished(async () => {
    prometheus.kill("SIGKILL");
    await ended;
    folder.remove();
  });
  return vi.waitFor(
    () => {
      const [, address] = /"Listening on" address=(\S+)/.exec(log) ?? [];
      expect(address, log).toBeDefined();
      return address ?? "";
    },
    { timeout: PATIENCE_MS },
  );
}

describe.skipIf(!hasPrometheus)("a real Prometheus (skipped where it is not installed)", () => {
  it(
    "scrapes the service, evaluates every rule and answers every query of the dashboard",
    { timeout: 2 * PATIENCE_MS },
    async () => {
      const service = await startTestService();
      onTestFinished(() => service.stop());
      const address = await startPrometheus(service.ports.ops);
      const get = async (path: string) => (await fetch(`http://${address}/api/v1/${path}`)).json();
      const query = (expr: string) =>
        get(`query?${new URLSearchParams({ query: expr })}`) as Promise<QueryAnswer>;
      const { key } = await service.createCaller();
      await vi.waitFor(
        async () => {
          await fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=1&lng=2`, {
            headers: { "x-api-key": key },
          });
          for (const slo of ["freshness", "availability", "latency"]) {
            const { data } = await query(`suitability:${slo}:error_ratio_rate5m`);
            expect(data?.result, slo).toMatchObject([{ metric: { container: "core", namespace: "n" } }]);
          }
        },
        { timeout: PATIENCE_MS, interval: 200 },
      );
      expect((await query("suitability:freshness:error_ratio_rate5m")).data?.result).toMatchObject([
        { value: [expect.any(Number), "0"] },
      ]);
      for (const expr of readDashboardQueries({ namespace: "n" })) {
        expect({ expr, ...(await query(expr)) }).toMatchObject({ status: "success" });
      }
      const names = readRules().groups.flatMap(({ rules }) =>
        rules.map(({ alert, record }) => alert ?? record),
      );
      await vi.waitFor(
        async () => {
          const { data } = (await get("rules")) as RulesAnswer;
          const rules = data.groups.flatMap((group) => group.rules);
          expect(rules.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
          expect(rules.filter(({ health, state }) => health !== "ok" || state === "firing")).toEqual([]);
        },
        { timeout: PATIENCE_MS, interval: 200 },
      );
    },
  );
});

interface QueryAnswer {
  readonly status: string;
  readonly data?: {
    readonly result: readonly { metric: Record<string, string>; value: [number, string] }[];
  };
}

interface RulesAnswer {
  readonly data: {
    readonly groups: readonly {
      readonly rules: readonly { name: string; health: string; state?: string }[];
    }[];
  };
}

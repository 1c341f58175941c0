import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { stringify } from "yaml";
import { startTestService } from "../support/test-service.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { readDashboardQueries, readRules } from "./monitoring-manifests.ts";

const hasPrometheus = spawnSync("prometheus", ["--version"]).status === 0;

/** What the operator's PodMonitor would add. */
const LABELS = { namespace: "n", container: "core", pod: "p" };

/** Scrapes the operations port with the rules loaded, until the test is over; returns its address. */
async function startPrometheus(opsPort: number): Promise<string> {
  const folder = createTemporaryFolder();
  const target = { targets: [`127.0.0.1:${opsPort}`], labels: LABELS };
  const config = {
    global: { scrape_interval: "300ms", scrape_timeout: "300ms", evaluation_interval: "300ms" },
    rule_files: ["rules.yaml"],
    scrape_configs: [{ job_name: "suitability", static_configs: [target] }],
  };
  writeFileSync(join(folder.path, "prometheus.yaml"), stringify(config));
  writeFileSync(join(folder.path, "rules.yaml"), stringify(readRules()));
  const address = `127.0.0.1:${await freePort()}`;
  const prometheus = spawn(
    "prometheus",
    ["--config.file=prometheus.yaml", "--storage.tsdb.path=data", `--web.listen-address=${address}`],
    { cwd: folder.path, stdio: "ignore" },
  );
  const ended = once(prometheus, "close");
  onTestFinished(async () => {
    prometheus.kill("SIGKILL");
    await ended;
    folder.remove();
  });
  return address;
}

describe.skipIf(!hasPrometheus)("a real Prometheus (skipped where it is not installed)", () => {
  it("scrapes the service, evaluates every rule and answers every query of the dashboard", async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const address = await startPrometheus(service.ports.ops);
    const query = (expr: string) => queryResult(address, expr);
    const { key } = await service.createCaller();
    const call = () =>
      fetch(`http://127.0.0.1:${service.ports.http}/v1/forecast?lat=1&lng=2`, {
        headers: { "x-api-key": key },
      });
    await vi.waitFor(
      async () => {
        await call();
        const { result } = await query("suitability:freshness:error_ratio_rate5m");
        expect(result).toMatchObject([
          { metric: { container: "core", namespace: "n" }, value: [expect.any(Number), "0"] },
        ]);
      },
      { timeout: 15_000, interval: 200 },
    );
    for (const slo of ["availability", "latency"]) {
      expect((await query(`suitability:${slo}:error_ratio_rate5m`)).result).toHaveLength(1);
    }
    for (const expr of readDashboardQueries({ namespace: "n" })) {
      expect({ expr, ...(await query(expr)) }).toMatchObject({ status: "success" });
    }
    const response = await fetch(`http://${address}/api/v1/rules`);
    const { data } = (await response.json()) as {
      data: { groups: { rules: { name: string; health: string; state?: string }[] }[] };
    };
    const rules = data.groups.flatMap((group) => group.rules);
    expect(rules).toHaveLength(readRules().groups.flatMap((group) => group.rules).length);
    expect(rules.filter(({ health }) => health === "err")).toEqual([]);
    expect(rules.filter(({ state }) => state === "firing")).toEqual([]);
  });
});

interface QueryResult {
  readonly status: string;
  readonly error: string | undefined;
  readonly result: readonly { metric: Record<string, string>; value: [number, string] }[];
}

async function queryResult(address: string, query: string): Promise<QueryResult> {
  const response = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query })}`);
  const { status, data, error } = (await response.json()) as {
    status: string;
    error?: string;
    data?: Pick<QueryResult, "result">;
  };
  return { status, error, result: data?.result ?? [] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

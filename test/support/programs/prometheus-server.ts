// A real Prometheus, if it is installed.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { stringify } from "yaml";
import { startForeignServer } from "../fakes/foreign-server.ts";
import { createTemporaryFolder } from "./temporary-folder.ts";

export const hasPrometheus =
  spawnSync("prometheus", ["--version"]).status === 0 && spawnSync("promtool", ["--version"]).status === 0;

/** Enough to start, scrape twice and evaluate while other programs keep the processor busy. */
export const PATIENCE_MS = 90_000;

/** Starts a Prometheus that runs until the test is over; returns its address. */
export async function startPrometheus({
  scraped = [],
  rules = { groups: [] },
  openMetrics,
}: {
  /** Ports of the loopback with `/metrics`, and the labels that the operator's PodMonitor would add. */
  readonly scraped?: readonly { readonly port: number; readonly labels: Readonly<Record<string, string>> }[];
  /** Evaluated every second, whatever interval their groups have. */
  readonly rules?: {
    readonly groups: readonly { readonly name: string; readonly rules: readonly object[] }[];
  };
  /** Samples of the past, as OpenMetrics writes them. */
  readonly openMetrics?: string;
}): Promise<string> {
  const folder = createTemporaryFolder();
  const targets = scraped.map(({ port, labels }) => ({ targets: [`127.0.0.1:${port}`], labels }));
  const config = {
    // A scrape may take as long as the interval: a scrape that is cut off loses its sample.
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: ["rules.yaml"],
    scrape_configs: [{ job_name: "suitability", static_configs: targets }],
  };
  writeFileSync(join(folder.path, "prometheus.yaml"), stringify(config));
  const groups = rules.groups.map(({ name, rules }) => ({ name, rules }));
  writeFileSync(join(folder.path, "rules.yaml"), stringify({ groups }));
  if (openMetrics !== undefined) createBlocks(folder.path, openMetrics);
  const { child, exited, match } = await startForeignServer(
    [
      "prometheus",
      "--config.file=prometheus.yaml",
      "--storage.tsdb.path=data",
      // Long enough for samples of any age.
      "--storage.tsdb.retention.time=100y",
      "--web.listen-address=127.0.0.1:0",
    ],
    { cwd: folder.path, readyLine: /"Listening on" address=(\S+)/ },
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
    folder.remove();
  });
  const address = match[1] ?? "";
  const readiness = async () => (await fetch(`http://${address}/-/ready`)).status;
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: PATIENCE_MS });
  return address;
}

function createBlocks(folder: string, openMetrics: string): void {
  writeFileSync(join(folder, "samples.txt"), openMetrics);
  const { status, stderr } = spawnSync(
    "promtool",
    ["tsdb", "create-blocks-from", "openmetrics", "samples.txt", "data"],
    { cwd: folder, encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
}

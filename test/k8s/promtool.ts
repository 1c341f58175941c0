// Debian's promtool, if it is installed.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { createTemporaryFolder } from "../support/programs/temporary-folder.ts";

export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** How long a run may take. It takes some seconds on two idle cores. */
export const PROMTOOL_TIMEOUT_MS = 120_000;

/** promtool's complaint about the rules, or about `test` if it is given; empty without one. */
export function promtoolComplaint(rules: object, test?: object): string {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder.path, "rules.yaml"), stringify(rules));
  writeFileSync(join(folder.path, "test.yaml"), stringify({ rule_files: ["rules.yaml"], ...test }));
  const args =
    test === undefined ? ["check", "rules", "--lint-fatal", "rules.yaml"] : ["test", "rules", "test.yaml"];
  const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folder.path, encoding: "utf8" });
  folder.remove();
  return status === 0 ? "" : `${status}: ${stdout}${stderr}`;
}

/** Series as promtool takes them: names with their values. */
export const inputSeries = (series: Readonly<Record<string, string>>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

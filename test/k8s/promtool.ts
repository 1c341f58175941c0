// Debian's promtool, where it is installed.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

/** What a run may take, which is some seconds of both cores where nobody else keeps them busy. */
export const PROMTOOL_TIMEOUT_MS = 120_000;

/** What it says against rules, or against tests of them where there are any; nothing where all is well. */
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

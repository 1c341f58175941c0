// Commands in a folder without a store, as where STORE_URL was forgotten.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const COMMAND = new URL("../../bin/suitability", import.meta.url).pathname;

function runIn(cwd: string, words: string) {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, STORE_URL: "" };
  const { status, stdout, stderr } = spawnSync(COMMAND, words.split(" "), { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

it("a command that needs a store says that there is none, and makes none", { timeout: 60_000 }, () => {
  const folder = createTemporaryFolder();
  onTestFinished(() => folder.remove());
  for (const words of ["accounts list --json", "usage --all --csv", "keys issue 4711", "audit"]) {
    expect(runIn(folder.path, words)).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^There is no store at data\/suitability\.db\. STORE_URL names [^\n]+\n$/,
      ),
    });
    expect(readdirSync(folder.path)).toEqual([]);
  }
  expect(runIn(folder.path, "accounts create --name Courts --plan free")).toMatchObject({ status: 0 });
  expect(runIn(folder.path, "accounts list").stdout).toContain("Courts");
});

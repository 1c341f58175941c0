// Whoever reads what is printed goes away, as `head` does.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { expect, it } from "vitest";

const COMMAND = new URL("../../bin/suitability", import.meta.url).pathname;

it("a command whose reader has enough ends quietly", { timeout: 60_000 }, () => {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const words = `${COMMAND} plans --json | true; exit \${PIPESTATUS[0]}`;
  const { status, stderr } = spawnSync("bash", ["--norc", "-c", words], { env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 141, stderr: "" });
});

// proto/ alone is enough for a client in any language: no other definitions, no buf, no network. Those in Python and Go are recipes of
// docs/clients.md, and run by test/docs/clients.far.test.ts.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const run = promisify(execFile);

const hasProtoc = spawnSync("protoc", ["--version"]).status === 0;

describe.skipIf(!hasProtoc)("TypeScript, from proto/ alone (skipped without protoc)", () => {
  it("has types for all of it", { timeout: 60_000 }, async () => {
    const { path: folder, remove } = createTemporaryFolder();
    onTestFinished(remove);
    cpSync(join(ROOT, "proto"), join(folder, "proto"), { recursive: true });
    mkdirSync(join(folder, "out"));
    const names = readdirSync(join(folder, "proto"), { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => name.endsWith(".proto"));
    const plugin = `--plugin=${join(ROOT, "node_modules/.bin/protoc-gen-es")}`;
    const args = ["-I", "proto", plugin, "--es_out=out", "--es_opt=target=ts", ...files];
    await run("protoc", args, { cwd: folder });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const compilerOptions = {
      module: "esnext",
      moduleResolution: "bundler",
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["out"] }));
    expect(await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder])).toMatchObject({ stdout: "" });
  });
});

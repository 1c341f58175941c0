// bin/suitability: whatever Node is on the PATH, the command line runs on one that can run it.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createTemporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SHELL_TOOLS = "/usr/bin:/bin";
/** Stands in for src/main.ts: shows what reaches it, and ends as it is told. */
const MAIN = `
import { readFileSync } from "node:fs";
const stdin: string = readFileSync(0, "utf8");
console.log(JSON.stringify({ args: process.argv.slice(2), stdin }));
process.exitCode = 7;
`;

let folder: TemporaryFolder;

beforeEach(() => {
  folder = createTemporaryFolder();
  return () => folder.remove();
});

function run(program: string, { path, args = [] }: { path: string; args?: readonly string[] }) {
  const env = { PATH: `${path}${delimiter}${SHELL_TOOLS}` };
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8", input: "typed" });
  return { status, stdout, stderr };
}

/** A folder with a `node` that only knows its version. */
function pathWithNode(version: string): string {
  const path = join(folder.path, version);
  mkdirSync(path);
  writeFileSync(join(path, "node"), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(path, "node"), 0o755);
  return path;
}

/** What an image has: no Node beside the program. Returns the path of its bin/suitability. */
function copyWithoutNode(): string {
  const copy = join(folder.path, "a copy");
  cpSync(join(ROOT, "bin"), join(copy, "bin"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"));
  mkdirSync(join(copy, "src"));
  writeFileSync(join(copy, "src/main.ts"), MAIN);
  return join(copy, "bin/suitability");
}

describe("bin/suitability", { timeout: 60_000 }, () => {
  it.each(["v18.20.0", "v20.11.1", "v27.0.0"])(
    "runs on the Node that came with the dependencies where %s is on the PATH, also through a link",
    (version) => {
      const path = pathWithNode(version);
      const link = join(folder.path, "suitability");
      symlinkSync(join(ROOT, "bin/suitability"), link);
      for (const program of [join(ROOT, "bin/suitability"), link]) {
        const { status, stdout, stderr } = run(program, { path, args: ["accounts", "--help"] });
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        expect(stdout).toMatch(/^Usage: suitability accounts /);
      }
    },
  );

  it("without that one, runs on the PATH's: arguments, input, output and exit code are its own", () => {
    const args = ["accounts", "create", "--name", "Court Finder", ""];
    const { status, stdout, stderr } = run(copyWithoutNode(), { path: dirname(process.execPath), args });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ args, stdin: "typed" });
    expect(status).toBe(7);
  });

  it.each(["v9.11.2", "v20.11.1", "v25.9.0", "nonsense"])(
    "without that one, says in a line what to do where the PATH has %s",
    (version) => {
      const program = copyWithoutNode();
      expect(run(program, { path: pathWithNode(version) })).toEqual({
        status: 1,
        stdout: "",
        stderr: `Node 26 or newer is needed, and the PATH has ${version}: put one there, or run \`npm ci\` in ${join(folder.path, "a copy")}, which brings it.\n`,
      });
    },
  );
});

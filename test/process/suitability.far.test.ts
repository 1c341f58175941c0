// bin/suitability runs on a Node that can run it, whichever Node is on the PATH. What it prints suits a terminal, a pipe,
// and a reader that stops reading early.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const PROGRAM = join(ROOT, "bin/suitability");
const SHELL_TOOLS = "/usr/bin:/bin";
/** Stands in for src/main.ts: prints what reaches it, and ends with exit code 7. */
const MAIN = `
import { readFileSync } from "node:fs";
const stdin: string = readFileSync(0, "utf8");
console.log(JSON.stringify({ args: process.argv.slice(2), stdin }));
process.exitCode = 7;
`;

let folder: string;

beforeEach(() => {
  folder = folderOfTest();
});

function run(program: string, { path, args = [] }: { path: string; args?: readonly string[] }) {
  const env = { PATH: `${path}${delimiter}${SHELL_TOOLS}` };
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8", input: "typed" });
  return { status, stdout, stderr };
}

/** A folder with a `node` that only prints its version. */
function pathWithNode(version: string): string {
  const path = join(folder, version);
  mkdirSync(path);
  writeFileSync(join(path, "node"), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(path, "node"), 0o755);
  return path;
}

/** A copy as in an image: without a Node of its own. Returns the path of its bin/suitability. */
function copyWithoutNode(): string {
  const copy = join(folder, "a copy");
  cpSync(join(ROOT, "bin"), join(copy, "bin"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"));
  mkdirSync(join(copy, "src"));
  writeFileSync(join(copy, "src/main.ts"), MAIN);
  return join(copy, "bin/suitability");
}

describe("the Node that bin/suitability runs on", { timeout: 60_000 }, () => {
  it("is the one that came with the dependencies, whichever Node is on the PATH, also through a link", () => {
    const link = join(folder, "suitability");
    symlinkSync(PROGRAM, link);
    const { status, stdout, stderr } = run(link, {
      path: pathWithNode("v20.11.1"),
      args: ["keys", "--help"],
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: suitability keys /);
  });

  it("is otherwise the Node on the PATH, with arguments, input, output and exit code passed on", () => {
    const args = ["accounts", "create", "--name", "Court Finder", ""];
    const { status, stdout, stderr } = run(copyWithoutNode(), { path: dirname(process.execPath), args });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ args, stdin: "typed" });
    expect(status).toBe(7);
  });

  it.each(["v9.11.2", "v20.11.1", "v25.9.0", "nonsense"])(
    "is asked for in one line if none came with the dependencies, and the PATH has only %s",
    (version) => {
      const program = copyWithoutNode();
      cpSync(join(ROOT, "package-lock.json"), join(folder, "a copy/package-lock.json"));
      expect(run(program, { path: pathWithNode(version) })).toEqual({
        status: 1,
        stdout: "",
        stderr: `Node 26 or newer is needed, and the PATH has ${version}: put one there, or run \`npm ci\` in ${join(folder, "a copy")}, which brings it.\n`,
      });
    },
  );

  it("is not to be fetched with npm ci where that has no lock file to install from, as in a build", () => {
    expect(run(copyWithoutNode(), { path: pathWithNode("v20.11.1") }).stderr).toBe(
      "Node 26 or newer is needed, and the PATH has v20.11.1: put one there.\n",
    );
  });
});

describe("what bin/suitability prints", { timeout: 60_000 }, () => {
  const COLOUR = "\u001B[";
  const HAS_SCRIPT = spawnSync("script", ["--version"]).status === 0;
  const environment = { PATH: `${dirname(process.execPath)}:${SHELL_TOOLS}`, TERM: "xterm-256color" };

  it.skipIf(!HAS_SCRIPT)(
    "has coloured headings and mistakes on a terminal, but not in a pipe or if NO_COLOR is set (needs script on the PATH)",
    () => {
      const env = { ...environment, STORE_URL: `sqlite:${join(folder, "none.db")}` };
      const words = `${PROGRAM} plans; ${PROGRAM} accounts list; echo plain; ${PROGRAM} plans | cat; NO_COLOR=1 ${PROGRAM} accounts list`;
      const { stdout } = spawnSync("script", ["-qec", `sh -c '${words}'`, "/dev/null"], {
        env,
        encoding: "utf8",
      });
      const [coloured = "", plain = ""] = stdout.split("plain");
      expect(coloured).toContain(`${COLOUR}1mPLAN `);
      expect(coloured).toContain(`${COLOUR}31mThere is no store at `);
      expect(plain).toMatch(/PLAN .*There is no store at /s);
      expect(plain).not.toContain(COLOUR);
    },
  );

  it("ends quietly when its reader goes away, as `head` does", () => {
    const words = `exec 3> >(true); wait $!; ${PROGRAM} plans --json >&3`;
    const { status, stderr } = spawnSync("bash", ["--norc", "-c", words], {
      env: environment,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 141, stderr: "" });
  });
});

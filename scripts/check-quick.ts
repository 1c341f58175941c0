// `npm run check:quick` checks what has changed since main, or since the commit that is given: types and lint of everything,
// the format of the changed files, and the quick tests of their folders.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname } from "node:path";

const [since = "main"] = process.argv.slice(2);

const git = (...args: readonly string[]) =>
  execFileSync("git", args, { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");

const changed = [
  ...new Set([
    ...git("diff", "--name-only", "--diff-filter=d", git("merge-base", since, "HEAD")[0] ?? since),
    ...git("ls-files", "--others", "--exclude-standard"),
  ]),
];
const tests = [...new Set(changed.flatMap(testsOf))].toSorted();

const checks: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ["types", "npm", ["run", "--silent", "typecheck"]],
  ["lint", "npm", ["run", "--silent", "lint"]],
  ...(changed.length > 0
    ? [["format", "prettier", ["--check", "--ignore-unknown", ...changed]] as const]
    : []),
  ...(tests.length > 0
    ? [["tests", "vitest", ["run", "--exclude", "**/*.far.test.ts", "--passWithNoTests", ...tests]] as const]
    : []),
];

process.stdout.write(
  `${changed.length} files changed since ${since}. Tests: ${tests.length > 0 ? tests.join(" ") : "none"}\n`,
);
const failed: string[] = [];
for (const [name, command, args] of checks) {
  const startedMs = performance.now();
  const code = await codeOf(command, args);
  process.stdout.write(
    `${name}: ${code === 0 ? "ok" : "FAILED"}, ${Math.round((performance.now() - startedMs) / 1_000)} s\n`,
  );
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) process.stdout.write(`failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/**
 * The tests of a changed file: itself, or those of the nearest folder of test/ that has its path. Browser code has the tests
 * of its module, and has to be bundled.
 */
function testsOf(path: string): readonly string[] {
  if (path.startsWith("test/") && path.endsWith(".test.ts")) return [path];
  if (path.endsWith(".md")) return ["test/docs"];
  const [room = "", ...rest] = path.split("/");
  if (room === "web")
    return [`test/modules/${rest[0]}`, "test/scripts/built-files.test.ts"].filter(existsSync);
  if (room !== "src" && room !== "test") return [`test/${room}`].filter(existsSync);
  let folder = dirname(["test", ...rest].join("/"));
  while (folder !== "test" && !existsSync(folder)) folder = dirname(folder);
  return folder === "test" ? [] : [folder];
}

async function codeOf(command: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(command, args, { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

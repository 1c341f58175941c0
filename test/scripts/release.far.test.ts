// Tests when scripts/release.sh refuses. Only a real release tests its output, because that needs the registry of npm.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";

const SCRIPT = new URL("../../scripts/release.sh", import.meta.url).pathname;

let path: string;
const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@court.example", ...args], { cwd: path });

beforeEach(() => {
  path = folderOfTest();
  mkdirSync(join(path, "scripts"));
  cpSync(SCRIPT, join(path, "scripts/release.sh"));
  writeFileSync(join(path, "package.json"), '{"version": "1.2.3"}');
  writeFileSync(join(path, "CHANGELOG.md"), "# Changelog\n\n## 1.2.3 - unreleased\n");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all of it");
});

it.each([
  { of: "a commit without a tag", make: () => undefined, says: "is not tagged v1.2.3" },
  { of: "a commit with another tag", make: () => git("tag", "v1.2.30"), says: "is not tagged v1.2.3" },
  {
    of: "files changed since the tag",
    make: () => {
      git("tag", "v1.2.3");
      writeFileSync(join(path, "package.json"), '{"version": "1.2.3", "main": "x"}');
    },
    says: "changes that are not in the tag",
  },
  { of: "a version without its date", make: () => git("tag", "v1.2.3"), says: 'has no line "## 1.2.3 - ' },
])("no release is made of $of", ({ make, says }) => {
  make();
  const { status, stderr, stdout } = spawnSync(join(path, "scripts/release.sh"), { encoding: "utf8" });
  expect(stderr).toMatch(/^release: .*\n$/);
  expect(stderr).toContain(says);
  expect([status, stdout]).toEqual([1, ""]);
});

// What processes load of the modules: their own files at start, and nothing more unless they use it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { MODULES } from "../../src/app/all-modules.ts";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { ANY_PORTS, startProgram, untilListening } from "../support/programs/program.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const FOLDERS = readdirSync(join(ROOT, "src/modules")).toSorted();

/** Starts the program, which names on stderr the files of modules that it loads. */
function start(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const hooks = new URL("name-loaded-files.ts", import.meta.url).href;
  const storeUrl = `sqlite:${join(folderOfTest(), "accounts.db")}`;
  return startProgram(args, { STORE_URL: storeUrl, NODE_OPTIONS: `--import=${hooks}`, ...settings });
}

/** The folders of which more was loaded than the module itself and its settings, which each process reads. */
function used(stderr: string): readonly string[] {
  const files = [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, file = ""]) => file);
  expect(files).toEqual(expect.arrayContaining(FOLDERS.map((folder) => `${folder}/module.ts`)));
  const more = files.filter((file) => !/\/(?:module|settings)\.ts$/.test(file));
  return [...new Set(more.map((file) => file.split("/")[0] ?? ""))].toSorted();
}

it("a module is a folder and a line in app/modules.ts, under one name", () => {
  const lines = readFileSync(join(ROOT, "src/app/modules.ts"), "utf8").split("\n");
  const exported = lines.filter((line) => line.includes("/modules/"));
  const names = MODULES.map(({ name }) => name).toSorted();
  expect(names).toEqual(FOLDERS);
  expect(exported.map((line) => /modules\/(.+)\/module\.ts/.exec(line)?.[1]).toSorted()).toEqual(names);
});

it("what a module needs is there", () => {
  const names = MODULES.map(({ name }) => name);
  for (const { name, needs = [] } of MODULES) expect(names, name).toEqual(expect.arrayContaining([...needs]));
});

it("at most one module has a page for unknown paths", () => {
  expect(MODULES.filter(({ notFoundPage }) => notFoundPage).length).toBeLessThan(2);
});

describe("a process loads of the modules only what it uses", { timeout: 60_000 }, () => {
  it("as a command of the core, nothing", async () => {
    const program = start(["plans", "list"]);
    expect(await program.ended).toBe(0);
    expect(used(program.stderr)).toEqual([]);
  });

  it.each(
    MODULES.flatMap(({ name, commands = {} }) => Object.keys(commands).map((word) => ({ name, word }))),
  )("as the command $word, its module", async ({ name, word }) => {
    const program = start([word, "--help"]);
    expect(await program.ended).toBe(0);
    expect(program.stdout).toContain(`Usage: suitability ${word}`);
    expect(used(program.stderr)).toEqual([name]);
  });

  it.each([
    { role: "all", uses: MODULES.filter(({ routes, calls }) => (routes ?? calls) !== undefined) },
    { role: "core", uses: MODULES.filter(({ calls }) => calls !== undefined) },
  ])("in the role $role", async ({ role, uses }) => {
    const program = start(["serve", "--role", role], { ...ANY_PORTS, WEATHER_SOURCES: "simulated" });
    onTestFinished(async () => {
      program.signal("SIGKILL");
      await program.ended;
    });
    await untilListening(program);
    expect(used(program.stderr)).toEqual(uses.map(({ name }) => name).toSorted());
  });
});

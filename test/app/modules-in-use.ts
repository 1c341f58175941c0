// Starts processes that name the files which they load.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { folderOfTest } from "../support/programs/folder-of-test.ts";
import { ANY_PORTS, startProgram, untilListening } from "../support/programs/program.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

export const FOLDERS = readdirSync(join(ROOT, "src/modules")).toSorted();

/** The files of src/ that a command loads. */
export async function filesOfCommand(args: readonly string[]) {
  const program = start(args);
  expect(await program.ended).toBe(0);
  return Array.from(program.stderr.matchAll(/^loaded (.+)$/gm), ([, file = ""]) => file);
}

/** What a command prints, the commands, packages and files of modules that it loads, and the modules that it uses. */
export async function modulesOfCommand(args: readonly string[]) {
  const program = start(args);
  expect(await program.ended).toBe(0);
  const { stdout, stderr } = program;
  return {
    stdout,
    commands: loadedCommands(stderr),
    packages: loadedPackages(stderr),
    files: loadedFiles(stderr),
    used: usedModules(stderr),
  };
}

/** The modules that a process of this role uses, on simulated weather. */
export async function modulesOfRole(role: string, settings: Readonly<Record<string, string>> = {}) {
  return usedModules((await listening(role, settings)).stderr);
}

/** The packages that a process of this role has loaded before its first request, on simulated weather. */
export async function packagesOfRole(role: string) {
  return loadedPackages((await listening(role)).stderr);
}

/** The modules of Node itself that a process of this role has loaded before its first request. */
export async function ownModulesOfNode(role: string): Promise<string> {
  const program = await listening(role);
  program.signal("SIGUSR2");
  return vi.waitFor(() => {
    const [, own] = /^Node's own: (.*)\n/m.exec(program.stderr) ?? [];
    return own ?? expect.fail("not yet named");
  }, 20_000);
}

async function listening(role: string, settings: Readonly<Record<string, string>> = {}) {
  const program = start(["serve", "--role", role], {
    ...ANY_PORTS,
    WEATHER_SOURCES: "simulated",
    ...settings,
  });
  onTestFinished(async () => {
    program.signal("SIGKILL");
    await program.ended;
  });
  await untilListening(program);
  return program;
}

function start(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const hooks = new URL("name-loaded-files.ts", import.meta.url).href;
  const storeUrl = `sqlite:${join(folderOfTest(), "accounts.db")}`;
  return startProgram(args, { STORE_URL: storeUrl, NODE_OPTIONS: `--import=${hooks}`, ...settings });
}

/** The folders of which more was loaded than the module itself and its settings, which each process reads. */
function usedModules(stderr: string): readonly string[] {
  const files = loadedFiles(stderr);
  expect(files).toEqual(expect.arrayContaining(FOLDERS.map((folder) => `${folder}/module.ts`)));
  const more = files.filter((file) => !/\/(?:module|settings)\.ts$/.test(file));
  return [...new Set(more.map((file) => file.split("/")[0] ?? ""))].toSorted();
}

function loadedPackages(stderr: string): readonly string[] {
  return [...new Set(Array.from(stderr.matchAll(/^package (.+)$/gm), ([, name = ""]) => name))].toSorted();
}

/** The commands of the core whose files were loaded. */
function loadedCommands(stderr: string): readonly string[] {
  return Array.from(stderr.matchAll(/^loaded app\/commands\/(.+)-command\.ts$/gm), ([, word = ""]) => word);
}

function loadedFiles(stderr: string): readonly string[] {
  return [...stderr.matchAll(/^loaded modules\/(.+)$/gm)].map(([, file = ""]) => file);
}

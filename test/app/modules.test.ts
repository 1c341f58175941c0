// What processes load of the modules: their own files at start, and nothing more unless they use it.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MODULES } from "../../src/app/all-modules.ts";
import type { Module } from "../../src/app/module.ts";
import {
  filesOfCommand,
  FOLDERS,
  modulesOfCommand,
  modulesOfRole,
  ownModulesOfNode,
  packagesOfRole,
} from "./modules-in-use.ts";

it("a module is a folder and a line in app/modules.ts, under one name", () => {
  const lines = readFileSync(new URL("../../src/app/modules.ts", import.meta.url), "utf8").split("\n");
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

const IN_CORE = ({ tables, core, calls }: Module) => (tables ?? core ?? calls) !== undefined;
const IN_SIDECAR = ({ routes, methodNotes, calls }: Module) => (routes ?? methodNotes ?? calls) !== undefined;

describe("a command loads only what it needs", { timeout: 60_000 }, () => {
  it("as the version, nothing", async () => {
    expect(await filesOfCommand(["--version"])).toEqual(["main.ts"]);
  });

  it("as the help of a command, no other command", async () => {
    expect((await modulesOfCommand(["keys", "issue", "--help"])).commands).toEqual(["keys"]);
  });

  it("as a command about accounts, no package of the service", async () => {
    const { packages } = await modulesOfCommand(["accounts", "create", "--name", "Courts", "--plan", "free"]);
    expect(packages).toEqual(["commander", "fastest-levenshtein", "lru-cache"]);
  });
});

describe("a process loads of the modules only what it uses", { timeout: 60_000 }, () => {
  it("as a command of the core, nothing", async () => {
    expect((await modulesOfCommand(["plans", "list"])).used).toEqual([]);
  });

  it.each(
    MODULES.flatMap(({ name, commands = {} }) => Object.keys(commands).map((word) => ({ name, word }))),
  )("as the command $word, its module", async ({ name, word }) => {
    const { used, stdout } = await modulesOfCommand([word, "--help"]);
    expect(stdout).toContain(`Usage: suitability ${word}`);
    expect(used).toEqual([name]);
  });

  it.each([
    { role: "all", uses: MODULES.filter((module) => IN_CORE(module) || IN_SIDECAR(module)) },
    { role: "core", uses: MODULES.filter(IN_CORE) },
    { role: "rest", uses: MODULES.filter(IN_SIDECAR) },
  ])("in the role $role", async ({ role, uses }) => {
    expect(await modulesOfRole(role)).toEqual(uses.map(({ name }) => name).toSorted());
  });
});

it(
  "a process loads MCP, Connect and reflection when they are first asked for",
  { timeout: 60_000 },
  async () => {
    const packages = await packagesOfRole("all");
    expect(packages).toEqual(expect.arrayContaining(["@grpc/grpc-js", "fastify"]));
    const late = /^@(?:modelcontextprotocol\/server|connectrpc\/connect-fastify|grpc\/reflection)$/;
    expect(packages.filter((name) => late.test(name))).toEqual([]);
  },
);

it("a process does not load Node's own fetch at its start", { timeout: 60_000 }, async () => {
  const own = await ownModulesOfNode("all");
  expect(own).toContain("NativeModule http");
  expect(own).not.toContain("undici");
});

// `npm run without -- NAME` tries whether the module can go, and with it the modules that need it: in a copy of this tree it
// deletes their folders, their code for browsers, their tests, tests of other modules that use those, and their lines in
// src/app/modules.ts, checks types, runs the near tests below, and lists what is left of their settings, metrics, routes and
// words. It fails if the types or a test do, or if src/ still has a setting, metric or route.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getOption } from "@bufbuild/protobuf";
import { http } from "#gen/google/api/annotations_pb.ts";
import { MODULES } from "../src/app/all-modules.ts";

/**
 * Layout, settings, how processes start and what they load, the three operations at every door, methods that nobody serves,
 * the other modules.
 */
const TESTS = [
  "test/rooms.test.ts",
  "test/app/modules.test.ts",
  "test/app/served-methods.test.ts",
  "test/app/settings",
  "test/app/commands/run-command-line.test.ts",
  "test/doors/answers.test.ts",
  "test/doors/sidecar.test.ts",
  "test/doors/starts.test.ts",
  "test/golden",
  "test/modules",
];

/** Nobody waits at this, and a busy machine needs more than the usual 20 s for some tests. */
const PATIENCE = "--testTimeout=120000";

const ROOT = new URL("..", import.meta.url).pathname;
const LIST = "src/app/modules.ts";

const [name = ""] = process.argv.slice(2);
const given = MODULES.find((module) => module.name === name);
if (given === undefined) {
  const names = MODULES.map((module) => module.name);
  process.stderr.write(`npm run without -- NAME: NAME must be one of ${names.join(", ")}\n`);
  process.exit(2);
}

/** The module and those that need it. */
const gone = MODULES.filter((module) => module === given || module.needs?.includes(name));

const copy = mkdtempSync(join(tmpdir(), `without-${name}-`));
try {
  copyTree();
  const marks = await marksOf(gone.flatMap((module) => sources(join(copy, "src/modules", module.name))));
  for (const module of gone) remove(module.name);
  const hasTypes = run("tsc");
  const hasPassed = run("vitest", "run", ...TESTS, "--exclude", "**/*.far.test.ts", PATIENCE);
  const left = report(marks);
  process.stdout.write(
    `\nwithout ${gone.map((module) => module.name).join(" and ")}: types ${hasTypes ? "right" : "WRONG"}, tests ${hasPassed ? "passed" : "FAILED"}, ` +
      `${left === 0 ? "no setting, metric or route" : `${left} SETTINGS, METRICS OR ROUTES`} left in src/\n`,
  );
  process.exitCode = hasTypes && hasPassed && left === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}

/** Copies the files that Git knows or would take, as they are now. */
function copyTree(): void {
  for (const file of gitFiles()) cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
}

function gitFiles(): readonly string[] {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { stdout } = spawnSync("git", listed, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\0").filter((file) => file !== "" && existsSync(join(ROOT, file)));
}

function remove(name: string): void {
  rmSync(join(copy, "src/modules", name), { recursive: true });
  for (const folder of ["web", "gen/web", "test/modules"]) {
    rmSync(join(copy, folder, name), { recursive: true, force: true });
  }
  // A test of two modules together is in the folder of one of them.
  const usesTests = new RegExp(`from "\\.\\./${name}/`);
  for (const file of filesBelow(join(copy, "test/modules"))) {
    if (usesTests.test(readFileSync(file, "utf8"))) rmSync(file);
  }
  const lines = readFileSync(join(copy, LIST), "utf8").split("\n");
  const left = lines.filter((line) => !line.includes(`/modules/${name}/`));
  if (left.length !== lines.length - 1) throw new Error(`${LIST} must have one line for ${name}`);
  // A file without imports and exports is no module of TypeScript.
  if (!left.some((line) => line.startsWith("export"))) left.push("export {};", "");
  writeFileSync(join(copy, LIST), left.join("\n"));
}

/** Runs a program of node_modules in the copy. */
function run(program: string, ...args: readonly string[]): boolean {
  const path = join(ROOT, "node_modules/.bin", program);
  return spawnSync(path, args, { cwd: copy, stdio: "inherit" }).status === 0;
}

interface Marks {
  readonly settings: readonly string[];
  readonly metrics: readonly string[];
  readonly routes: readonly string[];
}

/** What the outside knows of a module, as its sources name it. */
async function marksOf(texts: readonly string[]): Promise<Marks> {
  const found = (pattern: RegExp) =>
    [
      ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, mark = ""]) => mark))),
    ].toSorted();
  return {
    settings: gone
      .flatMap(({ settings = {} }) => Object.values(settings))
      .flatMap((table) => Object.keys(table)),
    metrics: found(/name: "(suitability_\w+)"/g),
    routes: [...found(/(?:\.(?:get|post)\(|path: )["`](\/[\w./-]+)/g), ...(await pathsOfMethods())],
  };
}

async function pathsOfMethods(): Promise<readonly string[]> {
  return ((await given?.methods?.()) ?? []).map((method) => String(getOption(method, http).pattern.value));
}

function sources(folder: string): readonly string[] {
  return filesBelow(folder).map((file) => readFileSync(file, "utf8"));
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ts|js)$/.test(file))
    .map((file) => join(folder, file));
}

/** Prints where the marks and the name are left, and returns in how many places of src/ a mark is. */
function report({ settings, metrics, routes }: Marks): number {
  process.stdout.write("\nWhat is left:\n");
  const inSources = [
    ...[...settings, ...metrics].map((mark) => places(mark, new RegExp(`\\b${mark}\\b`, "g"))),
    ...routes.map((route) => places(route, new RegExp(`(?<![\\w.])${RegExp.escape(route)}(?![\\w/-])`, "g"))),
  ];
  for (const { name } of gone) {
    places(`the word ${name}`, new RegExp(`(?<![a-z])${name.replace("-", "[- ]?")}(?![a-z])`, "gi"));
  }
  return inSources.reduce((sum, count) => sum + count, 0);
}

/** Prints the files with a pattern, and returns how many of them are in src/. */
function places(what: string, pattern: RegExp): number {
  const files = gitFiles()
    .filter((file) => existsSync(join(copy, file)) && !/^gen\/|package-lock|\.(?:binpb|gz)$/.test(file))
    .map((file) => ({ file, count: readFileSync(join(copy, file), "utf8").match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0);
  const list = files.map(({ file, count }) => (count === 1 ? file : `${file} (${count})`)).join(", ");
  process.stdout.write(`${what}: ${list === "" ? "nowhere" : list}\n`);
  return files.filter(({ file }) => file.startsWith("src/")).length;
}

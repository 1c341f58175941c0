// `npm run printed-commands` runs what README.md and docs/ print for node, npm, npx and bin/suitability as a newcomer would: in
// a new clone, with a PATH of coreutils, a shell, curl, git, npm and an older Node than ours. Takes some minutes, and the
// network for `npm ci`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = new URL("..", import.meta.url).pathname;

/** Node runs TypeScript from this version on, so that a command for an older one would work by accident. */
const TYPESCRIPT_SINCE = 22;

/** Of POSIX and coreutils, and what README.md asks for. */
const PROGRAMS =
  "sh bash sed grep env cat chmod cp cut date dirname echo head ls mkdir mktemp mv nice printf pwd readlink rm sleep sort tail tee touch tr true uname uniq wc curl git npm npx";

/** Blocks that have one of these are not run. */
const NOT_RUN: Readonly<Record<string, string>> = {
  kubectl: "it needs a cluster or kubectl",
  "apt-get": "it changes the machine",
  "@opentelemetry/sdk-node": "it installs a package that is not locked",
  "--prometheus": "it needs a Prometheus",
  "accounts move": "it needs a PostgreSQL",
  "accounts import": "it needs a PostgreSQL and a Redis",
  "7 * * * *": "it is a line for cron; the TypeScript's own tests run it",
};

/** What a page has its reader do before its commands. */
const BEFORE: Readonly<Record<string, string>> = {
  "docs/accounts.md": `
    made=$(bin/suitability accounts create --name Reader --plan growth --json)
    idOf() { echo "$made" | grep -o "$1_[a-z0-9]*" | head -n 1; }
    export ACCOUNT=$(idOf acc) KEY_ID=$(idOf key)
    sed -n '/^\`\`\`json$/,/^\`\`\`$/{/^\`\`\`/!p}' docs/accounts.md > centre_court.json`,
  "docs/clients.md": "npm pack --silent ./clients/typescript; cp examples/clients/node/ask.mjs .",
};

/** Blocks that call one of the programs, alone or after something else. */
const CALLS = /(?:^|\s)(?:node|npm|npx|\S*bin\/suitability) /m;

/** Announces a block in what its page's script prints. */
const MARK = "=== ";

/** What a program prints once it serves. */
const SERVING = /"msg":"(?:listening|serving)|Stop with Ctrl-C|^\{"api_key".*\}$|port: 8787/m;
const SERVES = /^(?:npm start|npm run demo.*|node examples\/proxies\/node\.mjs)$/m;
const SERVING_WITHIN_MS = 60_000;

const ANY_PORTS = {
  GRPC_LISTEN: "127.0.0.1:0",
  HTTP_LISTEN: "127.0.0.1:0",
  OPS_LISTEN: "127.0.0.1:0",
};

const { values } = parseArgs({ options: { node: { type: "string", default: "/usr/bin/node" } } });

const folder = mkdtempSync(join(tmpdir(), "printed-commands-"));
const clone = join(folder, "suitability");
const bin = join(folder, "bin");
const environment = { PATH: bin, HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" };
const print = (line: string) => process.stdout.write(`${line}\n`);

let failures = 0;
try {
  makePath();
  print(`with Node ${olderNode()}`);
  must(`git clone --quiet ${ROOT} ${clone} && cd ${clone} && npm ci --silent`);
  const demo = await startServing("npm run demo -- --json");
  try {
    const [line = ""] = /^\{"api_key".*\}$/m.exec(demo.printed()) ?? [];
    const { api_key: key, http } = JSON.parse(line) as { readonly api_key: string; readonly http: string };
    for (const page of pages()) await runPage(page, { key, http });
  } finally {
    await demo.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print(failures === 0 ? "all work" : `${failures} fail`);
process.exitCode = failures === 0 ? 0 : 1;

function makePath(): void {
  mkdirSync(bin);
  for (const name of PROGRAMS.split(" ")) {
    const found = ["/usr/local/bin", "/usr/bin", "/bin"].map((each) => join(each, name)).find(existsSync);
    if (found === undefined) throw new Error(`this machine has no ${name}`);
    symlinkSync(found, join(bin, name));
  }
  symlinkSync(values.node, join(bin, "node"));
}

function olderNode(): string {
  const version = must("node --version").trim();
  if (Number(/^v(\d+)/.exec(version)?.[1]) < TYPESCRIPT_SINCE) return version;
  throw new Error(`--node names ${version}, which runs TypeScript: name one before ${TYPESCRIPT_SINCE}`);
}

function inShell(script: string, cwd = clone) {
  return spawnSync("bash", ["-euc", script], {
    cwd,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Returns what a script prints. Throws if it fails. */
function must(script: string): string {
  const { status, stdout, stderr } = inShell(script, folder);
  if (status !== 0) throw new Error(`${script}\n${stderr}`);
  return stdout;
}

function pages(): readonly string[] {
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...docs.map((name) => `docs/${name}`)];
}

/** The blocks of a page that call one of the programs, as they stand. */
function blocksOf(page: string): readonly string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)]
    .filter(([, , language = ""]) => language === "" || language === "sh")
    .map(([, indent = "", , block = ""]) => block.replaceAll(new RegExp(`^${indent}`, "gm"), "").trim())
    .filter((block) => CALLS.test(block));
}

/** Runs a page's blocks in their order, in one shell and on a store of the page's own. */
async function runPage(page: string, demo: { readonly key: string; readonly http: string }): Promise<void> {
  const script: string[] = [];
  for (const block of blocksOf(page)) {
    const title = `${page}: ${block.split("\n")[0]}`;
    const [, why] = Object.entries(NOT_RUN).find(([part]) => block.includes(part)) ?? [];
    const here = block.replaceAll("http://localhost:8080", demo.http);
    if (why !== undefined) print(`- ${title} (not run: ${why})`);
    else if (SERVES.test(block)) await tryServing(title, here);
    else script.push(`echo ${quoted(`${MARK}${title}`)}`, here);
  }
  if (script.length === 0) return;
  const store = join(folder, `${page.replaceAll(/\W/g, "-")}.db`);
  const head = `export KEY=${demo.key} DAY=$(date -u -d tomorrow +%F) STORE_URL=sqlite:${store}\n${BEFORE[page] ?? ""}`;
  const { status, stdout, stderr } = inShell([head, ...script].join("\n"));
  const reached = stdout
    .split("\n")
    .flatMap((line) => (line.startsWith(MARK) ? [line.slice(MARK.length)] : []));
  for (const title of reached.slice(0, -1)) print(`✓ ${title}`);
  if (status === 0) print(`✓ ${reached.at(-1) ?? ""}`);
  else
    fail(reached.at(-1) ?? `before the commands of ${page}`, `${stderr}\nThe blocks after it were not run.`);
}

function fail(title: string, problem: string): void {
  failures += 1;
  print(`✗ ${title}\n${problem.trim()}`);
}

async function tryServing(title: string, script: string): Promise<void> {
  try {
    const served = await startServing(script);
    await served.stop();
    print(`✓ ${title}`);
  } catch (error) {
    fail(title, String(error));
  }
}

/** Starts what serves until it is stopped. Rejects if it ends before, or does not begin to serve. */
async function startServing(script: string) {
  const env = { ...environment, ...ANY_PORTS, STORE_URL: `sqlite:${join(folder, "served.db")}` };
  // In a group of its own, so that all of npm, its shell and the program get the signal, as with Ctrl-C.
  const child = spawn("bash", ["-euc", script], {
    cwd: clone,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const serving = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (SERVING.test(printed)) serving.resolve();
    });
  }
  const ended = once(child, "close");
  const stop = async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGINT");
    await ended;
  };
  void ended.then(() => serving.reject(new Error(`It ended before it served:\n${printed}`)));
  const timer = setTimeout(
    () => serving.reject(new Error(`It does not serve:\n${printed}`)),
    SERVING_WITHIN_MS,
  );
  try {
    await serving.promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return { printed: () => printed, stop };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

// What `kubectl` says and does in the stand-in of a cluster. It refuses what it does not know.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { podSpecs, type Container } from "../../../k8s/pods.ts";
import { BARE_ENVIRONMENT } from "../../programs/bare-environment.ts";
import { containerOf, placed, placedEnvironmentOf } from "./containers.ts";
import { fail, find, findTarget, kindOf, type Found } from "./find.ts";
import { readCluster } from "./start.ts";

const [clusterFile = "", ...args] = process.argv.slice(2);
const cluster = readCluster(clusterFile);
const end = args.indexOf("--");
const command = end === -1 ? [] : args.slice(end + 1);

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  args: end === -1 ? args : args.slice(0, end),
  allowPositionals: true,
  options: {
    namespace: { ...text, short: "n" },
    container: { ...text, short: "c" },
    stdin: { type: "boolean", short: "i" },
    selector: { ...text, short: "l" },
    output: { ...text, short: "o" },
    kustomize: { ...text, short: "k" },
    filename: { ...text, short: "f" },
    from: text,
    "from-literal": { ...text, multiple: true },
    "from-file": { ...text, multiple: true },
    for: text,
    timeout: text,
    replicas: text,
    since: text,
    tail: text,
    previous: { type: "boolean" },
    prefix: { type: "boolean" },
  },
});

/** What the cluster itself makes, in every namespace. */
const MADE_BY_THE_CLUSTER = new Set(["pods", "replicasets", "events", "job", "jobs", "pvc"]);

/** Runs a command of a container, with the standard streams of this process. */
function run(words: readonly string[], container: Container, found: Found): never {
  const [program = "", ...rest] = words.map((word) => placed(word, cluster));
  const { status, error } = spawnSync(program, rest, {
    cwd: cluster.root,
    env: { ...BARE_ENVIRONMENT, ...placedEnvironmentOf(container, found, cluster) },
    stdio: [values.stdin === true ? "inherit" : "ignore", "inherit", "inherit"],
  });
  if (error !== undefined) fail(error.message);
  process.exit(status ?? 1);
}

function runJob(name: string): never {
  const found = find(cluster, "CronJob", name);
  const container = containerOf(found, undefined) ?? fail("no container");
  return run([...(container.command ?? ["bin/suitability"]), ...(container.args ?? [])], container, found);
}

/** Accepts only keys that some container reads, and files only for a Secret that something mounts. */
function createSecret(name: string): string {
  const { "from-literal": literals = [], "from-file": files = [] } = values;
  const manifests = JSON.stringify(cluster.overlays);
  if (files.length > 0 && !manifests.includes(`"secretName":"${name}"`)) fail(`nobody mounts ${name}`);
  for (const literal of literals) {
    const [key = ""] = literal.split("=");
    if (!manifests.includes(`"key":"${key}"`)) fail(`nobody asks for ${key}`);
  }
  return "secret created\n";
}

const [verb = "", first = "", second = ""] = positionals;
const isOfNoNamespace = verb === "cordon" || verb === "label" || values.filename === "k8s/namespace.yaml";
if (!isOfNoNamespace && values.namespace !== cluster.namespace) {
  fail(`no resources in namespace "${values.namespace ?? "default"}"`);
}

function readLogs(): string {
  if (first.startsWith("job/")) return "";
  if (values.selector === undefined) findTarget(cluster, first);
  else if (!JSON.stringify(cluster.overlays).includes(`"${values.selector.split("=")[1]}"`))
    fail("No resources found");
  const { container = "core" } = values;
  const log = readFileSync(cluster.logs[container] ?? fail(`container ${container} not found`), "utf8");
  return values.prefix === true ? log.replaceAll(/^(?=.)/gm, `[pod/suitability-0/${container}] `) : log;
}

/** Prints only names, which is enough to try a command. */
function list(): string {
  // `create` runs a job to its end, so every job is complete.
  if (first === "job" && values.output?.startsWith("jsonpath") === true) return "Complete\n";
  const objects = cluster.overlays.flat();
  if (!MADE_BY_THE_CLUSTER.has(first)) {
    const kind = kindOf(first);
    if (second !== "") find(cluster, kind, second);
    else if (!objects.some((object) => object.kind === kind)) fail("No resources found");
  }
  const pods = objects.filter((object) => podSpecs([object]).length > 0);
  return ["NAME", ...pods.map(({ metadata }) => metadata.name), ""].join("\n");
}

function create(): string {
  if (first === "secret") return createSecret(positionals[3] ?? "");
  if (first !== "job" || second === "") fail("only jobs of a CronJob are made here");
  return runJob((values.from ?? "").replace(/^cronjob\//, ""));
}

function apply(): string {
  const path = values.filename ?? `${values.kustomize}/kustomization.yaml`;
  return existsSync(join(cluster.root, path)) ? "applied\n" : fail("the path does not exist");
}

function exec(): never {
  const found = findTarget(cluster, first);
  return run(
    command,
    containerOf(found, values.container) ?? fail(`no container ${values.container}`),
    found,
  );
}

/** What each verb prints. */
const VERBS: Readonly<Record<string, () => string>> = {
  exec,
  logs: readLogs,
  get: list,
  describe: list,
  create,
  apply,
  rollout: () => {
    if (!["restart", "undo", "status"].includes(first)) fail(`rollout ${first}`);
    findTarget(cluster, second);
    return `${second} ${first}\n`;
  },
  scale: () => {
    findTarget(cluster, first);
    return `${first} scaled to ${Number(values.replicas)}\n`;
  },
  delete: () => `${first} ${second} deleted\n`,
  wait: () => `${first} ${second} met\n`,
  label: () => (first === "namespace" ? `namespace/${second} labeled\n` : fail(`label ${first}`)),
  cordon: () => `node/${first} cordoned\n`,
};
process.stdout.write((VERBS[verb] ?? (() => fail(`unknown command "${verb}"`)))());

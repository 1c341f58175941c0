// What `kubectl` says and does in the stand-in of a cluster. It refuses what it does not know.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { podSpecs, type Container } from "../../k8s/pods.ts";
import { BARE_ENVIRONMENT } from "../bare-environment.ts";
import { containerOf, placed, placedEnvironmentOf, type Found } from "./containers.ts";
import { readCluster } from "./start.ts";

const [clusterFile = "", ...args] = process.argv.slice(2);
const cluster = readCluster(clusterFile);
const end = args.indexOf("--");
const command = end === -1 ? [] : args.slice(end + 1);

const { values, positionals } = parseArgs({
  args: end === -1 ? args : args.slice(0, end),
  allowPositionals: true,
  options: {
    namespace: { type: "string", short: "n" },
    container: { type: "string", short: "c" },
    stdin: { type: "boolean", short: "i" },
    selector: { type: "string", short: "l" },
    output: { type: "string", short: "o" },
    kustomize: { type: "string", short: "k" },
    filename: { type: "string", short: "f" },
    from: { type: "string" },
    "from-literal": { type: "string", multiple: true },
    for: { type: "string" },
    timeout: { type: "string" },
    replicas: { type: "string" },
    since: { type: "string" },
    tail: { type: "string" },
    previous: { type: "boolean" },
  },
});

const KINDS: Readonly<Record<string, string>> = {
  deploy: "Deployment",
  statefulset: "StatefulSet",
  statefulsets: "StatefulSet",
  hpa: "HorizontalPodAutoscaler",
  podmonitors: "PodMonitor",
  networkpolicies: "NetworkPolicy",
  cronjob: "CronJob",
  cronjobs: "CronJob",
};

/** What the cluster itself makes, in every namespace. */
const MADE_BY_THE_CLUSTER = ["pods", "replicasets", "events", "job", "jobs", "pvc"];

function fail(problem: string): never {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}

function find(kind: string, name: string): Found {
  for (const objects of cluster.overlays) {
    const object = objects.find((object) => object.kind === kind && object.metadata.name === name);
    if (object !== undefined) return { object, objects };
  }
  return fail(`${kind} "${name}" not found`);
}

/** `deploy/NAME`, or a pod of a StatefulSet by its name. */
function findTarget(target: string): Found {
  const [kind = "", name] = target.split("/");
  if (name === undefined) return find("StatefulSet", target.replace(/-\d+$/, ""));
  return find(KINDS[kind] ?? fail(`the server doesn't have a resource type "${kind}"`), name);
}

/** Runs it with the standard streams of this process. */
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
  const found = find("CronJob", name);
  const container = containerOf(found, undefined) ?? fail("no container");
  return run([...(container.command ?? ["bin/suitability"]), ...(container.args ?? [])], container, found);
}

/** Only with keys that some container asks for. */
function createSecret(literals: readonly string[]): void {
  const manifests = JSON.stringify(cluster.overlays);
  for (const literal of literals) {
    const [key = ""] = literal.split("=");
    if (!manifests.includes(`"key":"${key}"`)) fail(`nobody asks for ${key}`);
  }
  console.log("secret created");
}

const [verb = "", first = "", second = ""] = positionals;
const isOfNoNamespace = verb === "cordon" || verb === "label" || values.filename === "k8s/namespace.yaml";
if (!isOfNoNamespace && values.namespace !== cluster.namespace) {
  fail(`no resources in namespace "${values.namespace ?? "default"}"`);
}
switch (verb) {
  case "exec": {
    const found = findTarget(first);
    run(command, containerOf(found, values.container) ?? fail(`no container ${values.container}`), found);
    break;
  }
  case "logs": {
    if (first.startsWith("job/")) break;
    if (values.selector === undefined) findTarget(first);
    else if (!JSON.stringify(cluster.overlays).includes(`"${values.selector.split("=")[1]}"`))
      fail("No resources found");
    const log = cluster.logs[values.container ?? "core"] ?? fail(`container ${values.container} not found`);
    process.stdout.write(readFileSync(log));
    break;
  }
  case "get":
  case "describe": {
    // A job has ended when its `create` has.
    if (first === "job" && values.output?.startsWith("jsonpath") === true) {
      console.log("Complete");
      break;
    }
    if (!MADE_BY_THE_CLUSTER.includes(first)) {
      const kind = KINDS[first] ?? fail(`the server doesn't have a resource type "${first}"`);
      if (second !== "") find(kind, second);
      else if (!cluster.overlays.flat().some((object) => object.kind === kind)) fail("No resources found");
    }
    console.log("NAME");
    cluster.overlays
      .flat()
      .filter((object) => podSpecs([object]).length > 0)
      .forEach(({ metadata }) => console.log(metadata.name));
    break;
  }
  case "rollout":
    if (first !== "restart" && first !== "undo" && first !== "status") fail(`rollout ${first}`);
    findTarget(second);
    console.log(`${second} ${first}`);
    break;
  case "scale":
    findTarget(first);
    console.log(`${first} scaled to ${Number(values.replicas)}`);
    break;
  case "create":
    if (first === "secret") {
      createSecret(values["from-literal"] ?? []);
      break;
    }
    if (first !== "job" || second === "") fail("only jobs of a CronJob are made here");
    runJob((values.from ?? "").replace(/^cronjob\//, ""));
    break;
  case "delete":
  case "wait":
    console.log(`${first} ${second} done`);
    break;
  case "apply":
    if (!existsSync(join(cluster.root, values.filename ?? `${values.kustomize}/kustomization.yaml`))) {
      fail("the path does not exist");
    }
    console.log("applied");
    break;
  case "label":
    if (first !== "namespace") fail(`label ${first}`);
    console.log(`namespace/${second} labeled`);
    break;
  case "cordon":
    console.log(`node/${first} cordoned`);
    break;
  default:
    fail(`unknown command "${verb}"`);
}

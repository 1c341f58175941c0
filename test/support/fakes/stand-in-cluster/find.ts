// The objects of a stand-in, by the names that `kubectl` is given.
import type { KubernetesObject } from "../../../../scripts/manifests/kubernetes-object.ts";
import type { StandInCluster } from "./start.ts";

export interface Found {
  readonly object: KubernetesObject;
  /** All objects of its overlay. */
  readonly objects: readonly KubernetesObject[];
}

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

/** Ends `kubectl` with an error. */
export function fail(problem: string): never {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}

export const kindOf = (word: string): string =>
  KINDS[word] ?? fail(`the server doesn't have a resource type "${word}"`);

export function find({ overlays }: StandInCluster, kind: string, name: string): Found {
  for (const objects of overlays) {
    const object = objects.find((object) => object.kind === kind && object.metadata.name === name);
    if (object !== undefined) return { object, objects };
  }
  return fail(`${kind} "${name}" not found`);
}

/** Finds `KIND/NAME`, such as `deploy/NAME`, or a StatefulSet by the name of one of its pods. */
export function findTarget(cluster: StandInCluster, target: string): Found {
  const [kind = "", name] = target.split("/");
  if (name === undefined) return find(cluster, "StatefulSet", target.replace(/-\d+$/, ""));
  return find(cluster, kindOf(kind), name);
}

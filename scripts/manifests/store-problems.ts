// SQLite serves only one replica: two replicas would count separately, and a quota of N calls would allow 2 N.
import { objectName, type KubernetesObject } from "./kubernetes-object.ts";
import { configMapsOf, containersOf, type Container, isWorkload, type Workload } from "./workload.ts";

interface Autoscaler extends KubernetesObject {
  readonly spec: {
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly maxReplicas: number;
  };
}

/**
 * One line for every workload that may run several pods without a visible PostgreSQL store. A STORE_URL that comes
 * whole from a Secret is not visible and is refused; only its password needs to be secret.
 */
export function storeProblems(objects: readonly KubernetesObject[]): readonly string[] {
  return objects.filter(isWorkload).flatMap((workload) => {
    const core = containersOf(workload).find(isCore);
    if (core === undefined) return [];
    const store = storeUrl(core, objects);
    const pods = mostPods(workload, objects);
    if (pods <= 1 || /^postgres(?:ql)?:/.test(store)) return [];
    return `${objectName(workload)}: up to ${pods} pods with the store ${store}; more than one need postgres://`;
  });
}

/** Whether the container opens a store: all of ours do, except a sidecar. */
function isCore({ args = [] }: Container): boolean {
  return args.includes("serve") && !args.includes("rest");
}

/** The STORE_URL that the container gets. `env` overrides `envFrom`, whose last entry overrides those before. Default: SQLite. */
function storeUrl({ env = [], envFrom = [] }: Container, objects: readonly KubernetesObject[]): string {
  const named = env.find(({ name }) => name === "STORE_URL");
  if (named !== undefined) return named.value ?? "of a reference";
  const maps = configMapsOf({ envFrom }, objects);
  return maps.findLast((map) => map?.data?.["STORE_URL"] !== undefined)?.data?.["STORE_URL"] ?? "sqlite:";
}

/** A Deployment starts new pods beside the old ones unless its strategy is Recreate. A DaemonSet has a pod on every node. */
function mostPods(workload: Workload, objects: readonly KubernetesObject[]): number {
  const { kind, metadata, spec } = workload;
  const autoscaled = objects
    .filter((object): object is Autoscaler => object.kind === "HorizontalPodAutoscaler")
    .filter(({ spec: { scaleTargetRef: target } }) => target.kind === kind && target.name === metadata.name)
    .map((autoscaler) => autoscaler.spec.maxReplicas);
  const asked = kind === "DaemonSet" ? Number.POSITIVE_INFINITY : (spec.replicas ?? 1);
  const surge = kind === "Deployment" && spec.strategy?.type !== "Recreate" ? 1 : 0;
  return Math.max(asked, ...autoscaled) + surge;
}

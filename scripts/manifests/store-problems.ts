// SQLite serves only one replica: two replicas would count separately, and a quota of N calls would allow 2 N.
import { objectName, type KubernetesObject } from "./kubernetes-object.ts";

interface Workload extends KubernetesObject {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: { readonly type?: string };
    readonly template: {
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
      };
    };
  };
}

interface Container {
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
}

interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
}

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
    const { containers, initContainers = [] } = workload.spec.template.spec;
    const core = [...initContainers, ...containers].find(isCore);
    if (core === undefined) return [];
    const store = storeUrl(core, objects);
    const pods = mostPods(workload, objects);
    if (pods <= 1 || /^postgres(?:ql)?:/.test(store)) return [];
    return `${objectName(workload)}: up to ${pods} pods with the store ${store}; more than one need postgres://`;
  });
}

function isWorkload(object: KubernetesObject): object is Workload {
  return ["Deployment", "StatefulSet", "ReplicaSet", "DaemonSet"].includes(object.kind);
}

/** Whether the container opens a store: all of ours do, except a sidecar. */
function isCore({ args = [] }: Container): boolean {
  return args.includes("serve") && !args.includes("rest");
}

/** The STORE_URL that the container gets. `env` overrides `envFrom`, whose last entry overrides those before. Default: SQLite. */
function storeUrl({ env = [], envFrom = [] }: Container, objects: readonly KubernetesObject[]): string {
  const named = env.find(({ name }) => name === "STORE_URL");
  if (named !== undefined) return named.value ?? "of a reference";
  const maps = envFrom.map(({ configMapRef }) =>
    objects.find(
      (object): object is ConfigMap =>
        object.kind === "ConfigMap" && object.metadata.name === configMapRef?.name,
    ),
  );
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

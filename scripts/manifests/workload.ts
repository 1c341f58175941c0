// Workloads of Kubernetes, and where their containers have settings from.
import type { KubernetesObject } from "./kubernetes-object.ts";

export interface Workload extends KubernetesObject {
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

export interface Container {
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
}

interface ConfigMap extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
}

export function isWorkload(object: KubernetesObject): object is Workload {
  return ["Deployment", "StatefulSet", "ReplicaSet", "DaemonSet"].includes(object.kind);
}

/** Init containers first, as they start. */
export function containersOf({ spec }: Workload): readonly Container[] {
  const { containers, initContainers = [] } = spec.template.spec;
  return [...initContainers, ...containers];
}

/** The ConfigMaps of `envFrom`, in its order; undefined for one that is not among the objects. */
export function configMapsOf(
  { envFrom = [] }: Pick<Container, "envFrom">,
  objects: readonly KubernetesObject[],
): readonly (ConfigMap | undefined)[] {
  return envFrom.map(({ configMapRef }) =>
    objects.find(
      (object): object is ConfigMap =>
        object.kind === "ConfigMap" && object.metadata.name === configMapRef?.name,
    ),
  );
}

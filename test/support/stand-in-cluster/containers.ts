// The containers of the manifests, and the environment that Kubernetes would start them with.
import type { KubernetesObject } from "../../../scripts/manifests/kubernetes-object.ts";
import type { StandInCluster } from "./start.ts";

export interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentEntry[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
}

interface EnvironmentEntry {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly key: string; readonly optional?: boolean } };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

export interface Found {
  readonly object: KubernetesObject;
  /** Of the same overlay. */
  readonly objects: readonly KubernetesObject[];
}

export function podSpecOf({ spec }: KubernetesObject): PodSpec | undefined {
  const { template, jobTemplate } = (spec ?? {}) as {
    readonly template?: { readonly spec: PodSpec };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: PodSpec } } };
  };
  return (template ?? jobTemplate?.spec.template)?.spec;
}

/** The named container, or the first one. */
export function containerOf({ object }: Found, name: string | undefined): Container | undefined {
  const { containers = [], initContainers = [] } = podSpecOf(object) ?? {};
  return name === undefined
    ? containers[0]
    : [...containers, ...initContainers].find((container) => container.name === name);
}

/** What stands for a place of the cluster is replaced by that of this machine. */
export function placed(text: string, { places }: StandInCluster): string {
  return Object.entries(places).reduce((text, [there, here]) => text.replaceAll(there, here), text);
}

export function environmentOf(
  container: Container,
  { objects }: Found,
  cluster: StandInCluster,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = objects.find(
      ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === configMapRef.name,
    );
    Object.assign(environment, map?.["data"]);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const secret = valueFrom === undefined ? undefined : cluster.secrets[valueFrom.secretKeyRef.key];
    if (valueFrom !== undefined && secret === undefined) {
      if (valueFrom.secretKeyRef.optional !== true)
        throw new Error(`the Secret has no ${valueFrom.secretKeyRef.key}`);
    } else {
      environment[name] = (secret ?? value ?? "").replaceAll(
        /\$\((\w+)\)/g,
        (all, other: string) => environment[other] ?? all,
      );
    }
  }
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, placed(value, cluster)]),
  );
}

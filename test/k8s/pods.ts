// Pods and their parts, read from rendered manifests.
import { objectName, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";

export interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: { readonly name: string; readonly key: string; readonly optional?: boolean };
    readonly secretKeyRef?: { readonly key: string; readonly optional?: boolean };
  };
}

export interface Container {
  readonly name: string;
  /** Set on an init container that keeps running: a Kubernetes sidecar. */
  readonly restartPolicy?: "Always";
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
  readonly resources: unknown;
  readonly securityContext: unknown;
}

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

export function specOf<Spec>(objects: readonly KubernetesObject[], name: string): Spec {
  return objects.find((object) => objectName(object) === name)?.["spec"] as Spec;
}

/** The pod templates of all workloads, including CronJobs. */
export function podTemplates(objects: readonly KubernetesObject[]): readonly PodTemplate[] {
  return objects
    .map(({ spec }) => spec as { template?: PodTemplate; jobTemplate?: { spec: { template: PodTemplate } } })
    .flatMap((spec) => spec?.template ?? spec?.jobTemplate?.spec.template ?? []);
}

export function podSpecs(objects: readonly KubernetesObject[]): readonly PodSpec[] {
  return podTemplates(objects).map(({ spec }) => spec);
}

/** In the order in which they start; they end in reverse. */
export const containersOf = ({ initContainers = [], containers }: PodSpec): readonly Container[] => [
  ...initContainers,
  ...containers,
];

/**
 * The environment a container starts with: `env` overrides `envFrom`. `secretOf` returns the value of a Secret's key; by default it
 * is made up.
 */
export function environmentOf(
  { env = [], envFrom = [] }: Pick<Container, "env" | "envFrom">,
  objects: readonly KubernetesObject[],
  secretOf: (key: string) => string | undefined = () => "secret",
): Record<string, string> {
  const settingsOf = (map: string) =>
    objects.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === map)?.["data"] as
      Readonly<Record<string, string>> | undefined;
  const all: Record<string, string> = {};
  for (const { configMapRef } of envFrom) Object.assign(all, settingsOf(configMapRef.name));
  const own: Record<string, string> = {};
  for (const { name, value, valueFrom: { configMapKeyRef, secretKeyRef } = {} } of env) {
    const found =
      (value === undefined ? undefined : expanded(value, own)) ??
      (configMapKeyRef && settingsOf(configMapKeyRef.name)?.[configMapKeyRef.key]) ??
      (secretKeyRef && secretOf(secretKeyRef.key));
    if (found === undefined && (configMapKeyRef ?? secretKeyRef)?.optional === true) continue;
    if (found === undefined) throw new Error(`${name} names a missing key`);
    own[name] = found;
  }
  return { ...all, ...own };
}

/** As Kubernetes does: it replaces references to earlier variables in a `value` alone, and `$$` is a `$`. */
function expanded(value: string, earlier: Readonly<Record<string, string>>): string {
  return value.replaceAll(/\$\$|\$\((\w+)\)/g, (found, named: string | undefined) =>
    named === undefined ? "$" : (earlier[named] ?? found),
  );
}

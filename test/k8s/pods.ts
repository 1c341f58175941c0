// Pods and what is in them, as rendered manifests have them.
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
  readonly valueFrom?: { readonly configMapKeyRef?: { readonly key: string } };
}

export interface Container {
  readonly name: string;
  /** Of an init container that stays: a sidecar in the sense of Kubernetes. */
  readonly restartPolicy?: "Always";
  readonly args?: readonly string[];
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
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

/** Of what runs for ever and of what runs by the clock. */
export function podTemplates(objects: readonly KubernetesObject[]): readonly PodTemplate[] {
  return objects
    .map(({ spec }) => spec as { template?: PodTemplate; jobTemplate?: { spec: { template: PodTemplate } } })
    .flatMap((spec) => spec?.template ?? spec?.jobTemplate?.spec.template ?? []);
}

export function podSpecs(objects: readonly KubernetesObject[]): readonly PodSpec[] {
  return podTemplates(objects).map(({ spec }) => spec);
}

/** In the order in which they start, which is the reverse of that in which they end. */
export const containersOf = ({ initContainers = [], containers }: PodSpec): readonly Container[] => [
  ...initContainers,
  ...containers,
];

/** The environment a container of the service starts with; what comes from the Secret is made up. */
export function environmentOf(
  container: Container,
  objects: readonly KubernetesObject[],
): Record<string, string> {
  const settings = objects.find(
    ({ kind, metadata }) => kind === "ConfigMap" && /^suitability(-[a-z0-9]{10})?$/.test(metadata.name),
  )?.["data"] as Record<string, string>;
  const own: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env) {
    const set = value ?? settings[valueFrom?.configMapKeyRef?.key ?? ""] ?? "secret";
    // As Kubernetes does: of what stands before it, and all else is left as it is.
    own[name] = set.replaceAll(/\$\((\w+)\)/g, (reference, named: string) => own[named] ?? reference);
  }
  return { ...settings, ...own };
}

import { parseAllDocuments } from "yaml";

/** The manifest of any object of the Kubernetes API. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** The objects of a stream of YAML documents. Throws if one is invalid YAML or has no API version, kind or name. */
export function readManifests(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const object = document.toJS() as unknown;
    if (object === null) return [];
    if (!isKubernetesObject(object))
      throw new Error(`not a Kubernetes object: ${JSON.stringify(object).slice(0, 100)}`);
    return object;
  });
}

/** `Deployment/suitability` */
export function objectName({ kind, metadata }: KubernetesObject): string {
  return `${kind}/${metadata.name}`;
}

function isKubernetesObject(value: unknown): value is KubernetesObject {
  const { apiVersion, kind, metadata } = value as Partial<KubernetesObject>;
  return typeof apiVersion === "string" && typeof kind === "string" && typeof metadata?.name === "string";
}

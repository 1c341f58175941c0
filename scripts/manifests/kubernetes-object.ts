import { parseAllDocuments } from "yaml";

/** Any object of the Kubernetes API, as its manifest has it. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly [field: string]: unknown;
}

/** The objects of a stream of YAML documents. Throws when one cannot be read or is not an object with a kind and name. */
export function readManifests(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => {
      const [error] = document.errors;
      if (error !== undefined) {
        throw error;
      }
      return document.toJS() as unknown;
    })
    .filter((object) => object !== null)
    .map((object) => {
      if (!isKubernetesObject(object)) {
        throw new Error(`not a Kubernetes object: ${JSON.stringify(object).slice(0, 100)}`);
      }
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

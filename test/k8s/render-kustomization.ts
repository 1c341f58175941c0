// As much of Kustomize as the manifests in k8s/ use, so that every machine can check them: resources, components, patches
// (JSON 6902, and strategic merge with lists merged by name), images, configMapGenerator with its name hashes and
// `behavior: merge`, labels on objects and pod templates, namespace. Anything else is refused. Where kubectl is
// installed, a test holds it to the same objects.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { readManifests, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { applyOperations, mergeStrategically, type Operation } from "./apply-patch.ts";

interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly ConfigMapInit[];
  readonly patches?: readonly Patch[];
  readonly images?: readonly { readonly name: string; readonly newName?: string; readonly newTag?: string }[];
  readonly labels?: readonly { readonly pairs: Labels; readonly includeTemplates?: boolean }[];
  readonly namespace?: string;
}

interface ConfigMapInit {
  readonly name: string;
  readonly behavior?: "merge";
  readonly envs?: readonly string[];
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly options?: { readonly disableNameSuffixHash?: boolean; readonly labels?: Labels };
}

interface Patch {
  readonly path: string;
  readonly target?: { readonly kind: string; readonly name: string };
  readonly options?: { readonly allowKindChange?: boolean };
}

type Labels = Readonly<Record<string, string>>;

/** Plain data, changed in place while it is being rendered. */
type Mutable = { kind: string; metadata: { name: string; namespace?: string; labels?: Labels } } & Record<
  string,
  unknown
>;

/** The objects that `kubectl apply -k FOLDER` would send, in no particular order. */
export function renderKustomization(folder: string): readonly KubernetesObject[] {
  const hashed = new Set<Mutable>();
  const objects = accumulate(folder, [], hashed);
  for (const configMap of hashed) {
    const { name } = configMap.metadata;
    const hashedName = `${name}-${nameHash(configMap["data"])}`;
    eachNode(objects, (node) => {
      const reference = node["configMapRef"] as { name: string } | undefined;
      if (reference?.name === name) {
        reference.name = hashedName;
      }
    });
    configMap.metadata.name = hashedName;
  }
  return objects as unknown as readonly KubernetesObject[];
}

// prettier-ignore
const KNOWN = new Set([
  "apiVersion", "kind", "resources", "components", "configMapGenerator", "patches", "images", "labels", "namespace",
]);

/** The objects so far and those of the folder, as the folder's kustomization changes them. */
function accumulate(folder: string, before: readonly Mutable[], hashed: Set<Mutable>): readonly Mutable[] {
  const kustomization = parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")) as Kustomization;
  const unknown = Object.keys(kustomization).filter((field) => !KNOWN.has(field));
  if (unknown.length > 0) {
    throw new Error(`${folder}: ${unknown.join(", ")} is not rendered here`);
  }
  let objects = [...before];
  for (const path of kustomization.resources ?? []) {
    const resource = join(folder, path);
    objects.push(
      ...(statSync(resource).isDirectory() ? accumulate(resource, [], hashed) : readObjects(resource)),
    );
  }
  for (const path of kustomization.components ?? []) {
    objects = [...accumulate(join(folder, path), objects, hashed)];
  }
  for (const init of kustomization.configMapGenerator ?? []) {
    generate(folder, init, objects, hashed);
  }
  kustomization.patches?.forEach((patch) => applyPatch(folder, patch, objects));
  transform(kustomization, objects);
  return objects;
}

function readObjects(path: string): Mutable[] {
  return readManifests(readFileSync(path, "utf8")) as unknown as Mutable[];
}

function generate(folder: string, init: ConfigMapInit, objects: Mutable[], hashed: Set<Mutable>): void {
  const lines = (init.envs ?? []).flatMap((path) => readFileSync(join(folder, path), "utf8").split("\n"));
  const settings = [
    ...lines.filter((line) => line !== "" && !line.startsWith("#")),
    ...(init.literals ?? []),
  ];
  const files = (init.files ?? []).map((file) => {
    const [key = "", path = key] = file.split("=");
    return [basename(key), readFileSync(join(folder, path), "utf8")];
  });
  const data = Object.fromEntries([
    ...settings.map((setting) => [
      setting.slice(0, setting.indexOf("=")),
      setting.slice(setting.indexOf("=") + 1),
    ]),
    ...files,
  ]) as Record<string, string>;

  if (init.behavior === "merge") {
    const [existing] = selected(objects, { kind: "ConfigMap", name: init.name });
    Object.assign(existing?.["data"] as object, data);
    return;
  }
  const { disableNameSuffixHash = false, labels } = init.options ?? {};
  const metadata = { name: init.name, ...(labels && { labels: { ...labels } }) };
  const configMap: Mutable = { apiVersion: "v1", kind: "ConfigMap", metadata, data };
  objects.push(configMap);
  if (!disableNameSuffixHash) {
    hashed.add(configMap);
  }
}

function selected(objects: readonly Mutable[], target: { kind: string; name: string }): readonly Mutable[] {
  return objects.filter(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
}

function applyPatch(folder: string, { path, target, options }: Patch, objects: readonly Mutable[]): void {
  const patch = parse(readFileSync(join(folder, path), "utf8")) as Mutable | readonly Operation[];
  if (Array.isArray(patch)) {
    if (target === undefined) {
      throw new Error(`${path}: operations need a target`);
    }
    for (const object of selected(objects, target)) {
      const { kind } = object;
      applyOperations(object, patch as readonly Operation[]);
      if (object.kind !== kind && options?.allowKindChange !== true) {
        throw new Error(`${path}: changes the kind`);
      }
    }
    return;
  }
  const merged = patch as Mutable;
  const found = selected(objects, target ?? { kind: merged.kind, name: merged.metadata.name });
  if (found.length === 0) {
    throw new Error(`${path}: there is no ${merged.kind}/${merged.metadata.name}`);
  }
  found.forEach((object) => mergeStrategically(object, merged));
}

/** Objects that belong to no namespace, of the kinds there are. */
const CLUSTER_KINDS = new Set(["Namespace"]);

function transform({ namespace, labels = [], images = [] }: Kustomization, objects: readonly Mutable[]) {
  for (const object of objects) {
    const { kind, metadata } = object;
    if (namespace !== undefined) {
      Object.assign(metadata, CLUSTER_KINDS.has(kind) ? { name: namespace } : { namespace });
    }
    for (const { pairs, includeTemplates = false } of labels) {
      metadata.labels = { ...metadata.labels, ...pairs };
      if (includeTemplates) {
        eachTemplate(object, (template) => {
          template.metadata = {
            ...template.metadata,
            labels: { ...template.metadata?.labels, ...pairs },
          };
        });
      }
    }
  }
  for (const { name, newName = name, newTag } of images) {
    eachNode(objects, (node) => {
      if (node["image"] === name) {
        node["image"] = newTag === undefined ? newName : `${newName}:${newTag}`;
      }
    });
  }
}

interface Template {
  metadata?: { labels?: Labels };
}

/** Those of pods and of volume claims. */
function eachTemplate(object: Mutable, visit: (template: Template) => void): void {
  const { template, volumeClaimTemplates = [] } = (object["spec"] ?? {}) as {
    template?: Template;
    volumeClaimTemplates?: readonly Template[];
  };
  [...(template === undefined ? [] : [template]), ...volumeClaimTemplates].forEach(visit);
}

function eachNode(value: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) {
    value.forEach((item) => eachNode(item, visit));
  } else if (typeof value === "object" && value !== null) {
    visit(value as Record<string, unknown>);
    Object.values(value).forEach((item) => eachNode(item, visit));
  }
}

/** As Kustomize has it: SHA-256 of the sorted JSON, in which the name is empty, in letters and digits that spell no words. */
function nameHash(data: unknown): string {
  const sorted = Object.fromEntries(
    Object.entries(data as Labels).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const hex = createHash("sha256")
    .update(JSON.stringify({ data: sorted, kind: "ConfigMap", name: "" }))
    .digest("hex");
  const letters: Labels = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };
  return hex.slice(0, 10).replace(/[013ae]/g, (digit) => letters[digit] ?? digit);
}

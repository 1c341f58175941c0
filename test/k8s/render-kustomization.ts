// Does as much of Kustomize as the pods in k8s/ depend on, so that tests need no kubectl: resources, settings,
// components, patches (JSON 6902, and strategic merge with lists merged by name), and replacements. It leaves out name
// hashes, labels, namespace and images.
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { readManifests, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { applyPatch, selected, type Data, type Operation, type Patch } from "./apply-patch.ts";
import { replaceFields, type Replacement } from "./replace-fields.ts";

interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configMapGenerator?: readonly Settings[];
  readonly patches?: readonly Patch[];
  readonly replacements?: readonly Replacement[];
}

const FIELDS =
  "apiVersion kind resources components configMapGenerator patches replacements images labels namespace".split(
    " ",
  );

/** A ConfigMap, or what is added to a ConfigMap of an earlier kustomization. */
interface Settings {
  readonly name: string;
  readonly envs?: readonly string[];
  readonly literals?: readonly string[];
  /** `PATH`, or `NAME=PATH`. */
  readonly files?: readonly string[];
}

/** The objects in `before`, which a component may change, and then the objects of the folder. */
export function renderKustomization(
  folder: string,
  before: readonly KubernetesObject[] = [],
): readonly KubernetesObject[] {
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const kustomization = parse(read("kustomization.yaml")) as Kustomization;
  const unknown = Object.keys(kustomization).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw new Error(`${folder}: ${unknown} is not rendered here`);
  const {
    resources = [],
    components = [],
    configMapGenerator = [],
    patches = [],
    replacements = [],
  } = kustomization;
  let objects = [...before];
  for (const path of resources) {
    const isFolder = statSync(join(folder, path)).isDirectory();
    objects.push(
      ...(isFolder ? renderKustomization(join(folder, path)) : unshared(readManifests(read(path)))),
    );
  }
  for (const { name, envs = [], literals = [], files = [] } of configMapGenerator) {
    const lines = [...envs.flatMap((path) => read(path).split("\n")), ...literals];
    const data: Record<string, string> = Object.fromEntries(
      lines.flatMap((line) => [...line.matchAll(/^([^#=]+)=(.*)$/g)].map((match) => match.slice(1))),
    );
    for (const file of files) {
      const [key = "", path = key] = file.split("=");
      data[basename(key)] = read(path);
    }
    const [existing] = selected(objects, { kind: "ConfigMap", name });
    if (existing === undefined)
      objects.push({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });
    else Object.assign(existing["data"] as Data, data);
  }
  for (const path of components) {
    objects = [...renderKustomization(join(folder, path), objects)];
  }
  for (const patch of patches) {
    const text = patch.patch ?? read(patch.path ?? "");
    applyPatch(parse(text) as KubernetesObject | readonly Operation[], patch, objects);
  }
  replacements.forEach((replacement) => replaceFields(replacement, objects));
  return objects;
}

/** Gives each place of a YAML alias its own copy, so that a patch of one does not change the others. */
function unshared(objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return JSON.parse(JSON.stringify(objects)) as readonly KubernetesObject[];
}

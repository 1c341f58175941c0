// As much of Kustomize as the pods in k8s/ depend on, so that every machine can check them: resources, settings,
// components, patches (JSON 6902, and strategic merge with lists merged by name), and replacements. What it would only name or mark is
// left as it is: name hashes, labels, namespace, images, ConfigMaps of whole files.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import {
  objectName,
  readManifests,
  type KubernetesObject,
} from "../../scripts/manifests/kubernetes-object.ts";

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

/** A ConfigMap, or what is added to one of an earlier kustomization. */
interface Settings {
  readonly name: string;
  readonly envs?: readonly string[];
  readonly literals?: readonly string[];
}

interface Patch {
  /** A file, or the patch itself. */
  readonly path?: string;
  readonly patch?: string;
  readonly target?: Target;
  readonly options?: { readonly allowKindChange?: boolean };
}

/** All objects of the kind, or the one of the name. */
type Target = Pick<KubernetesObject, "kind"> & { readonly name?: string };

/** One operation of a JSON patch (RFC 6902). */
interface Operation {
  readonly op: "add" | "remove" | "replace" | "test" | "move";
  /** A JSON pointer. */
  readonly path: string;
  /** Another, of what is moved. */
  readonly from?: string;
  readonly value?: unknown;
}

/** As much as k8s/ has: of a whole field, or of what stands before a delimiter in it. */
interface Replacement {
  readonly source: Target & { readonly fieldPath: string };
  readonly targets: readonly {
    readonly select: Target;
    /** Names of fields; `*` is every item of a list, `[name=x]` those of that name. */
    readonly fieldPaths: readonly string[];
    readonly options?: { readonly delimiter: string };
  }[];
}

interface Field {
  readonly holder: Data;
  readonly name: string;
}

type Data = Record<string, unknown>;

/** The objects of the folder, after those `before` it, which a component may change. */
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
    objects.push(...(isFolder ? renderKustomization(join(folder, path)) : readManifests(read(path))));
  }
  for (const { name, envs = [], literals = [] } of configMapGenerator) {
    const lines = [...envs.flatMap((path) => read(path).split("\n")), ...literals];
    const data = Object.fromEntries(
      lines.flatMap((line) => [...line.matchAll(/^([^#=]+)=(.*)$/g)].map((match) => match.slice(1))),
    );
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

function selected(objects: readonly KubernetesObject[], { kind, name }: Target): readonly KubernetesObject[] {
  return objects.filter(
    (object) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
}

function applyPatch(
  content: KubernetesObject | readonly Operation[],
  { path = "a patch", target, options }: Patch,
  objects: readonly KubernetesObject[],
): void {
  if ("kind" in content) {
    const [object] = selected(objects, { kind: content.kind, name: content.metadata.name });
    if (object === undefined) throw new Error(`${path}: there is no ${objectName(content)}`);
    merge(object, content);
    return;
  }
  if (target === undefined) throw new Error(`${path}: operations need a target`);
  for (const object of selected(objects, target)) {
    content.forEach((operation) => apply(object, operation));
    const isChanged = object.kind !== target.kind;
    if (isChanged && options?.allowKindChange !== true) throw new Error(`${path}: changes the kind`);
  }
}

function apply(object: object, { op, path, value, from = "" }: Operation): void {
  if (op === "move") {
    const { parent, last } = atPointer(object, from);
    const moved = (parent as Data)[last];
    apply(object, { op: "remove", path: from });
    apply(object, { op: "add", path, value: moved });
    return;
  }
  const { parent, last } = atPointer(object, path);
  if (op !== "add" && !(last in parent)) throw new Error(`${path}: there is none to ${op}`);
  if (op === "test") {
    if (!isDeepStrictEqual((parent as Data)[last], value)) throw new Error(`${path}: is another`);
  } else if (Array.isArray(parent)) {
    const index = last === "-" ? parent.length : Number(last);
    parent.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
  } else if (op === "remove") {
    delete parent[last];
  } else {
    parent[last] = value;
  }
}

function atPointer(object: object, path: string): { parent: Data | unknown[]; last: string } {
  const keys = path.split("/").slice(1);
  const last = keys.pop() ?? "";
  const parent = keys.reduce<unknown>((node, key) => (node as Data)[key], object) as Data | unknown[];
  return { parent, last };
}

/** Objects are merged, and so are lists whose items have names; an item with `$patch: delete` goes. All else is replaced. */
function merge(object: object, patch: object): void {
  const node = object as Data;
  for (const [key, value] of Object.entries(patch)) {
    const old = node[key];
    if (isNamedList(old) && isNamedList(value)) node[key] = mergedList(old, value);
    else if (isData(old) && isData(value)) merge(old, value);
    else node[key] = value;
  }
}

/** In the order of the patch, and then what it does not name, as kustomize has it. */
function mergedList(items: readonly Named[], patches: readonly Named[]): readonly Named[] {
  const patched = patches.map((patch) => {
    const item = items.find(({ name }) => name === patch.name);
    if (item === undefined) return patch;
    merge(item, patch);
    return item;
  });
  const others = items.filter((item) => patches.every(({ name }) => name !== item.name));
  return [...patched, ...others].filter(({ $patch }) => $patch !== "delete");
}

type Named = Data & { name: string };

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNamedList(value: unknown): value is Named[] {
  return Array.isArray(value) && value.every((item) => isData(item) && typeof item["name"] === "string");
}

function replaceFields({ source, targets }: Replacement, objects: readonly KubernetesObject[]): void {
  const [from] = selected(objects, source).flatMap((object) => fieldsAt(object, source.fieldPath));
  if (from === undefined) throw new Error(`${source.fieldPath}: there is none in ${source.name}`);
  const value = from.holder[from.name];
  for (const { select, fieldPaths, options } of targets) {
    const objectsThere = selected(objects, select);
    const found = fieldPaths.flatMap((path) => objectsThere.flatMap((object) => fieldsAt(object, path)));
    if (found.length === 0) throw new Error(`${fieldPaths.join()}: there is none in ${select.kind}`);
    for (const { holder, name } of found) {
      const { delimiter } = options ?? {};
      const [, ...rest] = delimiter === undefined ? [] : String(holder[name]).split(delimiter);
      holder[name] = delimiter === undefined ? structuredClone(value) : [value, ...rest].join(delimiter);
    }
  }
}

/** Where the object has them. */
function fieldsAt(object: object, path: string): readonly Field[] {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const holders = names.reduce<readonly unknown[]>(
    (nodes, name) => nodes.flatMap((node) => childrenOf(node, name)),
    [object],
  );
  return holders
    .filter(
      (holder): holder is Field["holder"] => typeof holder === "object" && holder !== null && last in holder,
    )
    .map((holder) => ({ holder, name: last }));
}

function childrenOf(node: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(node)) return [(node as Readonly<Record<string, unknown>> | undefined)?.[field]];
  const [, wanted] = /^\[name=(.+)\]$/.exec(field) ?? [];
  return node.filter((item: { readonly name?: string }) => wanted === undefined || item.name === wanted);
}

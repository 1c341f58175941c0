// The patches of Kustomize: JSON 6902, and strategic merge with lists merged by name.
import { isDeepStrictEqual } from "node:util";
import { objectName, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";

export type Data = Record<string, unknown>;

export interface Patch {
  /** A file, or the patch itself. */
  readonly path?: string;
  readonly patch?: string;
  readonly target?: Target;
  readonly options?: { readonly allowKindChange?: boolean };
}

/** All objects of the kind, or, with a name, the object of that name. */
export type Target = Pick<KubernetesObject, "kind"> & { readonly name?: string };

/** One operation of a JSON patch (RFC 6902). */
export interface Operation {
  readonly op: "add" | "remove" | "replace" | "test" | "move";
  /** A JSON pointer. */
  readonly path: string;
  /** The JSON pointer of the value that is moved. */
  readonly from?: string;
  readonly value?: unknown;
}

export function selected(
  objects: readonly KubernetesObject[],
  { kind, name }: Target,
): readonly KubernetesObject[] {
  return objects.filter(
    (object) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
}

export function applyPatch(
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
  if (op !== "add" && !(last in parent)) throw new Error(`${path}: there is no value to ${op}`);
  if (op === "test") {
    if (!isDeepStrictEqual((parent as Data)[last], value)) throw new Error(`${path}: has another value`);
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

/** Merges objects, and lists whose items have names. Removes an item with `$patch: delete`. Replaces all else. */
function merge(object: object, patch: object): void {
  const node = object as Data;
  for (const [key, value] of Object.entries(patch)) {
    const old = node[key];
    if (isNamedList(old) && isNamedList(value)) node[key] = mergedList(old, value);
    else if (isData(old) && isData(value)) merge(old, value);
    else node[key] = value;
  }
}

/** The patch's items first, in its order, and then the others, as in kustomize. */
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

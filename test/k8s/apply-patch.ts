// The two kinds of patches that Kustomize applies to plain data, in place.
import { isDeepStrictEqual } from "node:util";

/** One operation of a JSON patch (RFC 6902). */
export interface Operation {
  readonly op: "add" | "remove" | "replace" | "test";
  /** A JSON pointer. */
  readonly path: string;
  readonly value?: unknown;
}

type Data = Record<string, unknown>;

export function applyOperations(object: object, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const keys = operation.path
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop() ?? "";
    const parent = keys.reduce<unknown>((node, key) => (node as Data | undefined)?.[key], object);
    if (typeof parent !== "object" || parent === null) {
      throw new Error(`${operation.path}: there is nothing to hold it`);
    }
    if (operation.op !== "add" && !(last in parent)) {
      throw new Error(`${operation.path}: there is none to ${operation.op}`);
    }
    applyAt(parent as Data | unknown[], last, operation);
  }
}

function applyAt(parent: Data | unknown[], key: string, { op, path, value }: Operation): void {
  if (op === "test") {
    if (!isDeepStrictEqual((parent as Data)[key], value)) {
      throw new Error(`${path}: is not ${JSON.stringify(value)}`);
    }
  } else if (!Array.isArray(parent)) {
    if (op === "remove") {
      delete parent[key];
    } else {
      parent[key] = structuredClone(value);
    }
  } else {
    const index = key === "-" ? parent.length : Number(key);
    parent.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [structuredClone(value)]));
  }
}

/**
 * Objects are merged, and so are lists whose items have names, by name, new ones first; an item with `$patch: delete` goes.
 * Anything else is replaced.
 */
export function mergeStrategically(object: object, patch: object): void {
  for (const [key, value] of Object.entries(patch)) {
    const node = (object as Data)[key];
    if (isNamedList(node) && isNamedList(value)) {
      (object as Data)[key] = mergedList(node, value);
    } else if (isObject(node) && isObject(value)) {
      mergeStrategically(node, value);
    } else {
      (object as Data)[key] = structuredClone(value);
    }
  }
}

type Named = Data & { name: string };

function mergedList(items: readonly Named[], patches: readonly Named[]): readonly Named[] {
  const isNew = (patch: Named) => items.every(({ name }) => name !== patch.name);
  for (const patch of patches) {
    const item = items.find(({ name }) => name === patch.name);
    if (item !== undefined) {
      mergeStrategically(item, patch);
    }
  }
  const deleted = new Set(patches.filter(({ $patch }) => $patch === "delete").map(({ name }) => name));
  return [...structuredClone(patches.filter(isNew)), ...items].filter(({ name }) => !deleted.has(name));
}

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNamedList(value: unknown): value is Named[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item["name"] === "string");
}

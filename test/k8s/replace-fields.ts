// Kustomize's replacements: they copy the value of one field to others.
import type { KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";
import { selected, type Data, type Target } from "./apply-patch.ts";

/** The forms that k8s/ uses: they replace a whole field, or the part of it before a delimiter. */
export interface Replacement {
  readonly source: Target & { readonly fieldPath: string };
  readonly targets: readonly {
    readonly select: Target;
    /** Names joined by dots; `*` stands for every item of a list, `[name=x]` for the items of that name. */
    readonly fieldPaths: readonly string[];
    readonly options?: { readonly delimiter: string };
  }[];
}

interface Field {
  readonly holder: Data;
  readonly name: string;
}

export function replaceFields({ source, targets }: Replacement, objects: readonly KubernetesObject[]): void {
  const [from] = selected(objects, source).flatMap((object) => fieldsAt(object, source.fieldPath));
  if (from === undefined) throw new Error(`${source.fieldPath}: no such field in ${source.name}`);
  const value = from.holder[from.name];
  for (const { select, fieldPaths, options } of targets) {
    const objectsThere = selected(objects, select);
    const found = fieldPaths.flatMap((path) => objectsThere.flatMap((object) => fieldsAt(object, path)));
    if (found.length === 0) throw new Error(`${fieldPaths.join()}: no such field in ${select.kind}`);
    for (const { holder, name } of found) {
      const { delimiter } = options ?? {};
      const [, ...rest] = delimiter === undefined ? [] : String(holder[name]).split(delimiter);
      holder[name] = delimiter === undefined ? structuredClone(value) : [value, ...rest].join(delimiter);
    }
  }
}

/** The fields of the object at a path. */
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

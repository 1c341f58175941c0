// As much of Kustomize's replacements as k8s/ has: of a whole field, or of what stands before a delimiter in it.
import { objectName, type KubernetesObject } from "../../scripts/manifests/kubernetes-object.ts";

export interface Replacement {
  readonly source: { readonly kind: string; readonly name: string; readonly fieldPath: string };
  readonly targets: readonly {
    readonly select: Pick<KubernetesObject, "kind">;
    /** Names of fields; `*` is every item of a list, `[name=x]` those of that name. */
    readonly fieldPaths: readonly string[];
    readonly options?: { readonly delimiter: string };
  }[];
}

interface Field {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

export function replaceFields({ source, targets }: Replacement, objects: readonly KubernetesObject[]): void {
  const [from] = objects
    .filter((object) => objectName(object) === `${source.kind}/${source.name}`)
    .flatMap((object) => fieldsAt(object, source.fieldPath));
  if (from === undefined) throw new Error(`${source.fieldPath}: there is none in ${source.name}`);
  const value = from.holder[from.name];
  for (const { select, fieldPaths, options } of targets) {
    const selected = objects.filter(({ kind }) => kind === select.kind);
    const found = fieldPaths.flatMap((path) => selected.flatMap((object) => fieldsAt(object, path)));
    if (found.length === 0) throw new Error(`${fieldPaths.join()}: there is none in ${select.kind}`);
    for (const { holder, name } of found) {
      const [, ...rest] = options === undefined ? [] : String(holder[name]).split(options.delimiter);
      holder[name] =
        options === undefined ? structuredClone(value) : [value, ...rest].join(options.delimiter);
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

import type { ApiKey } from "./key.ts";
import type { UsageRow } from "./usage.ts";

export interface NamedCalls {
  readonly name: string;
  readonly calls: number;
}

/** How many calls each name has, the most first, then by name. */
export function callsBy(rows: readonly UsageRow[], nameOf: (row: UsageRow) => string): readonly NamedCalls[] {
  const calls = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    calls.set(name, (calls.get(name) ?? 0) + row.calls);
  }
  return [...calls]
    .map(([name, calls]) => ({ name, calls }))
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

export interface KeyCalls {
  /** Undefined for what was counted before keys were told apart. */
  readonly key: ApiKey | undefined;
  readonly calls: number;
}

/** How many calls each key has, the most first. A key that is not revoked is there without any too: nobody uses it. */
export function callsByKey(rows: readonly UsageRow[], keys: readonly ApiKey[]): readonly KeyCalls[] {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const used = callsBy(rows, ({ keyId = "" }) => keyId);
  const usedIds = new Set(used.map(({ name }) => name));
  return [
    ...used.map(({ name, calls }) => ({ key: byId.get(name), calls })),
    ...keys
      .filter(({ id, revokedAtMs }) => revokedAtMs === undefined && !usedIds.has(id))
      .map((key) => ({ key, calls: 0 })),
  ];
}

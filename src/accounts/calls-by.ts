import type { ApiKey } from "./key.ts";
import type { UsageRow } from "./usage.ts";

/** The number of calls for each name, the largest first; equal numbers in the order of their names. */
export function callsBy(rows: readonly UsageRow[], nameOf: (row: UsageRow) => string) {
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
  /** Undefined for calls from before usage was counted by key, and for ids that `keys` lacks. */
  readonly key: ApiKey | undefined;
  readonly calls: number;
}

/** Calls by key, the most first. Keys without calls are listed too, unless they are revoked. */
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

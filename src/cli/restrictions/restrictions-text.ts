// What publishable keys may do, for people.
import type { ApiKey } from "../../accounts/key.ts";
import type { KeyRestrictions } from "../../accounts/key.ts";
import { alignedColumns, countText } from "../aligned-columns.ts";

/** Of one key, a line each, to stand among its other properties. */
export function restrictionRows(restrictions: KeyRestrictions | undefined): readonly (readonly string[])[] {
  if (restrictions === undefined) {
    return [];
  }
  const { origins, places, operations, callsADay } = restrictions;
  return [
    ["Good for", `${operations.join(", ")}; ${countText(callsADay)} calls a day (UTC)`],
    ["Places", places.join("  ")],
    ["In pages of", origins.join("  ")],
  ];
}

/** A table of the publishable ones among some keys, to stand below these; nothing where there are none. */
export function restrictionsText(keys: readonly ApiKey[], callsToday: (key: ApiKey) => number): string {
  const rows = keys.flatMap((key) => {
    if (key.restrictions === undefined) return [];
    const { origins, places, operations, callsADay } = key.restrictions;
    const lists = [operations.join(", "), places.join("  "), origins.join("  ")];
    return [[key.id, callsToday(key), callsADay, ...lists]];
  });
  const head = ["PUBLISHABLE KEY", "CALLS TODAY", "OF A DAY", "OPERATIONS", "PLACES", "IN PAGES OF"];
  return rows.length === 0 ? "" : `\n\n${alignedColumns([head, ...rows])}`;
}

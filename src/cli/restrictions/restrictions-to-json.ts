import type { KeyRestrictions } from "../../accounts/key.ts";

/** What a publishable key may do, as scripts and exported files have it; null of a secret key, which may do everything. */
export function restrictionsToJson(restrictions: KeyRestrictions | undefined): object | null {
  if (restrictions === undefined) {
    return null;
  }
  const { origins, places, operations, callsADay } = restrictions;
  return { origins, places, operations, calls_a_day: callsADay };
}

// The restrictions of a publishable key as a column has them: JSON, or NULL for a secret key.
import type { KeyRestrictions } from "../publishable/key-restrictions.ts";

export function restrictionsToText(restrictions: KeyRestrictions | undefined): string | null {
  return restrictions === undefined ? null : JSON.stringify(restrictions);
}

export function restrictionsFromText(text: string | null): KeyRestrictions | undefined {
  return text === null ? undefined : (JSON.parse(text) as KeyRestrictions);
}

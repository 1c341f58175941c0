import type { IssuedApiKey } from "../../accounts/issue-api-key.ts";
import { alignedColumns } from "./aligned-columns.ts";
import { keyToJson } from "./json-values.ts";

/** The one place that prints a key itself. */
export function issuedKeyText({ key, apiKey }: IssuedApiKey): string {
  const lines = alignedColumns([
    ["Key", key.id],
    ["API key", apiKey],
  ]);
  return `${lines}\n\nKeep the API key now: it is not stored and cannot be shown again.`;
}

/** The key's record, and the key itself as `api_key`. */
export function issuedKeyToJson({ key, apiKey }: IssuedApiKey): object {
  return { ...keyToJson(key), api_key: apiKey };
}

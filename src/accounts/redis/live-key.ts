// What Redis holds under the hash of a key that is not revoked: all that a call needs to know of it, found in one step.
import type { ApiKey } from "../account-store.ts";

type LiveKey = Pick<ApiKey, "id" | "restrictions">;

/** `key_abc`, or `key_abc {"origins":…}` of a publishable key. */
export function liveKeyToText({ id, restrictions }: LiveKey): string {
  return restrictions === undefined ? id : `${id} ${JSON.stringify(restrictions)}`;
}

export function liveKeyFromText(text: string): LiveKey {
  const end = text.indexOf(" ");
  return end < 0 ? { id: text } : { id: text.slice(0, end), restrictions: JSON.parse(text.slice(end)) };
}

import type { Caller } from "../account-store.ts";

/**
 * Whose share a call takes of what is bounded: its account's. A publishable key has a share of its own, since anybody may use
 * it, and is to use up nothing of its account's.
 */
export function shareOwner({ account, keyId, restrictions }: Caller): string {
  return restrictions === undefined ? account.id : keyId;
}

// API keys as Redis holds them: what never changes is JSON, the date of the revocation stands beside it.
import type { RedisReply } from "../../redis/connection.ts";
import { mapFromReply } from "../../redis/reply.ts";
import type { AccountRecord } from "../account-store.ts";

type KeyRecord = AccountRecord["keys"][number];
type StoredKey = Pick<KeyRecord, "sha256" | "prefix" | "createdAtMs"> &
  Partial<Pick<KeyRecord, "label" | "restrictions">>;

export function keyToText({ sha256, prefix, label, createdAtMs, restrictions }: StoredKey): string {
  return JSON.stringify({ sha256, prefix, label, createdAtMs, restrictions });
}

/** `revokedAt` is Unix ms as a text, or null. */
export function keyFromText(id: string, text: string, revokedAt: string | null | undefined): KeyRecord {
  const { sha256, prefix, label, createdAtMs, restrictions }: StoredKey = JSON.parse(text);
  const revokedAtMs = typeof revokedAt === "string" ? Number(revokedAt) : undefined;
  return { id, prefix, label, sha256, createdAtMs, revokedAtMs, restrictions };
}

/** The keys of an account's hashes `keys` and `revoked`, oldest first. */
export function keysFromReplies(keys: RedisReply, revoked: RedisReply): readonly KeyRecord[] {
  const revokedAt = mapFromReply(revoked);
  return [...mapFromReply(keys)]
    .map(([id, text]) => keyFromText(id, text, revokedAt.get(id)))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1));
}

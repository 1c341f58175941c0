import type { RedisConnection } from "../../redis/connection.ts";
import { OWNER_KEYS } from "./keys.ts";

/**
 * Writes down, for good, whose an API key is; false when its hash or its id is another account's already. This comes
 * before the account gets the key: the note alone makes no key valid, while a key without it could not be found.
 */
export async function claimApiKey(
  connection: RedisConnection,
  {
    accountId,
    keyId,
    sha256,
  }: { readonly accountId: string; readonly keyId: string; readonly sha256: string },
): Promise<boolean> {
  for (const name of [OWNER_KEYS.ofSha256(sha256), OWNER_KEYS.ofKeyId(keyId)]) {
    const owner = await connection.send(["SET", name, accountId, "NX", "GET"]);
    if (owner !== null && owner !== accountId) {
      return false;
    }
  }
  return true;
}

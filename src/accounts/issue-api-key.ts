import type { AccountStore, ApiKey } from "./account-store.ts";
import { apiKeySha256, createApiKey } from "./api-key.ts";

export interface IssuedApiKey {
  readonly key: ApiKey;
  /** The key itself: `wsk_…`. This is the only time it can be seen. */
  readonly apiKey: string;
}

/** Makes a key for an account; undefined when there is no such account. */
export async function issueApiKey({
  store,
  accountId,
  label,
}: {
  readonly store: AccountStore;
  readonly accountId: string;
  readonly label?: string | undefined;
}): Promise<IssuedApiKey | undefined> {
  const apiKey = createApiKey();
  const prefix = apiKey.slice(0, "wsk_Ab12".length);
  const key = await store.addKey({ accountId, prefix, sha256: apiKeySha256(apiKey), label });
  return key && { key, apiKey };
}

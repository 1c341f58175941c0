import type { AccountStore } from "./store.ts";
import type { ApiKey, KeyRestrictions } from "./key.ts";
import { apiKeySha256, createApiKey } from "./api-key.ts";

export interface IssuedApiKey {
  readonly key: ApiKey;
  /** The key itself: `wsk_…`, or `wpk_…` of a publishable one. This is the only time it can be seen. */
  readonly apiKey: string;
}

/** Makes a key for an account, a publishable one where there are restrictions; undefined when there is no such account. */
export async function issueApiKey({
  store,
  accountId,
  label,
  restrictions,
}: {
  readonly store: AccountStore;
  readonly accountId: string;
  readonly label?: string | undefined;
  readonly restrictions?: KeyRestrictions | undefined;
}): Promise<IssuedApiKey | undefined> {
  const apiKey = createApiKey(restrictions === undefined ? "wsk_" : "wpk_");
  const prefix = apiKey.slice(0, "wsk_Ab12".length);
  const sha256 = apiKeySha256(apiKey);
  const key = await store.addKey({ accountId, prefix, sha256, label, restrictions });
  return key && { key, apiKey };
}

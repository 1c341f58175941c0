import type { AccountStore } from "./store.ts";
import type { ApiKey, NewApiKey } from "./key.ts";
import { secretSha256, createApiKey } from "./api-key.ts";

export interface IssuedApiKey {
  readonly key: ApiKey;
  /** The key itself: `wsk_…`, or `wpk_…` if it is publishable. It cannot be shown again. */
  readonly apiKey: string;
}

/** The owner and kind of the key; publishable if it has restrictions. */
type KeyInit = Pick<NewApiKey, "accountId" | "label" | "restrictions">;

/** Makes a key for an account; undefined if there is no such account. */
export async function issueApiKey({
  store,
  ...init
}: KeyInit & { readonly store: Pick<AccountStore, "addKey"> }): Promise<IssuedApiKey | undefined> {
  const { apiKey, stored } = newApiKey(init);
  const key = await store.addKey(stored);
  return key && { key, apiKey };
}

/** Like issueApiKey; but if an active key of the account has the label, makes no key and returns that key's record. */
export async function issueApiKeyOnce({
  store,
  ...init
}: KeyInit & { readonly store: Pick<AccountStore, "addKeyOnce">; readonly label: string }): Promise<
  IssuedApiKey | { readonly inUse: ApiKey } | undefined
> {
  const { apiKey, stored } = newApiKey(init);
  const added = await store.addKeyOnce({ ...stored, label: init.label });
  if (added === undefined) return undefined;
  return added.isNew ? { key: added.key, apiKey } : { inUse: added.key };
}

function newApiKey(init: KeyInit) {
  const apiKey = createApiKey(init.restrictions === undefined ? "wsk_" : "wpk_");
  const prefix = apiKey.slice(0, "wsk_Ab12".length);
  return { apiKey, stored: { ...init, prefix, sha256: secretSha256(apiKey) } };
}

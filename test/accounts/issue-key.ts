import { issueApiKey, type IssuedApiKey } from "../../src/accounts/issue-api-key.ts";
import type { NewApiKey } from "../../src/accounts/key.ts";
import type { AccountStore } from "../../src/accounts/store.ts";

/** Issues a key to an account that is there; publishable if it has restrictions. */
export async function issueKey(
  store: Pick<AccountStore, "addKey">,
  accountId: string,
  init: Pick<NewApiKey, "label" | "restrictions"> = {},
): Promise<IssuedApiKey> {
  const issued = await issueApiKey({ store, accountId, ...init });
  if (issued === undefined) throw new Error(`there is no account ${accountId}`);
  return issued;
}

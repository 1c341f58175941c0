import type { AccountStore } from "../../src/accounts/store.ts";
import { issueKey } from "./issue-key.ts";

export interface TestCaller {
  readonly accountId: string;
  readonly key: string;
  readonly keyId: string;
}

/** Makes an account with a key. */
export async function createCaller(
  store: Pick<AccountStore, "createAccount" | "addKey">,
  { plan = "growth", monthlyQuota = 100_000 } = {},
): Promise<TestCaller> {
  const { id: accountId } = await store.createAccount({ name: "Test", plan, monthlyQuota });
  const { apiKey, key } = await issueKey(store, accountId);
  return { accountId, key: apiKey, keyId: key.id };
}

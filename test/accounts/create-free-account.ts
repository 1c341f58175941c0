import type { Account } from "../../src/accounts/account.ts";
import type { AccountStore } from "../../src/accounts/store.ts";

/** Makes an account on the Free plan. */
export function createFreeAccount(
  store: Pick<AccountStore, "createAccount">,
  monthlyQuota = 500,
): Promise<Account> {
  return store.createAccount({ name: "Courts", plan: "free", monthlyQuota });
}

import type { Account } from "../accounts/account-store.ts";

/** The account that the store found or changed; throws where it found none. */
export function existingAccount(account: Account | undefined, accountId: string): Account {
  if (account === undefined) {
    throw new Error(`There is no account ${accountId}. \`accounts list\` shows those there are.`);
  }
  return account;
}

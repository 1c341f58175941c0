import type { Account } from "../accounts/account-store.ts";
import { CommandError } from "./command-error.ts";

/** The account a look-up found; throws CommandError when it found none. */
export function existingAccount(account: Account | undefined, accountId: string): Account {
  if (account === undefined) {
    throw new CommandError(`There is no account ${accountId}. \`accounts list\` shows those there are.`);
  }
  return account;
}

import type { Account, AccountStore } from "../accounts/account-store.ts";

/** What a command's argument may be that names an account, for its help. */
export const ACCOUNT_ARGUMENT = "the account's id, acc_…, its external reference, or its name";

/** The account of that id, that reference or that name; throws where there is none, or more than one. */
export async function existingAccount(store: AccountStore, idOrName: string): Promise<Account> {
  const [account, ...others] = await accountsCalled(store, idOrName);
  if (account === undefined) {
    throw new Error(`There is no account ${idOrName}. \`accounts list\` shows those there are.`);
  }
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(", ");
    throw new Error(`${others.length + 1} accounts are called ${account.name}: ${ids}. Say which by its id.`);
  }
  return account;
}

/** The same, of one that can be changed still. */
export async function changeableAccount(store: AccountStore, idOrName: string): Promise<Account> {
  const account = await existingAccount(store, idOrName);
  if (account.deletedAtMs !== undefined) {
    throw new Error(`The account ${account.id} is deleted: nothing of it can be changed.`);
  }
  return account;
}

/** What a store still has of an account that was found a moment ago. */
export function stillThere<Value>(value: Value | undefined, accountId: string): Value {
  if (value === undefined) {
    throw new Error(`account ${accountId} was just found and is gone`);
  }
  return value;
}

/**
 * An id comes before a reference, and both before a name, as there is one account of each; a name spelt exactly comes before
 * one in other letters, upper or lower case. What is left of a deleted account has no name of its own.
 */
async function accountsCalled(store: AccountStore, idOrName: string): Promise<readonly Account[]> {
  const found = (await store.findAccount(idOrName)) ?? (await store.findAccountByRef(idOrName));
  if (found !== undefined) return [found];
  const accounts = (await store.listAccounts()).filter(({ deletedAtMs }) => deletedAtMs === undefined);
  const exact = accounts.filter(({ name }) => name === idOrName);
  const lowerCase = idOrName.toLowerCase();
  return exact.length > 0 ? exact : accounts.filter(({ name }) => name.toLowerCase() === lowerCase);
}

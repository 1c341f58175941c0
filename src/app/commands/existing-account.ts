import type { Account } from "../../accounts/account.ts";
import type { AccountStore } from "../../accounts/store.ts";

/** How an argument may name an account, for help texts. */
export const ACCOUNT_ARGUMENT = "the account's id, acc_…, its external reference, or its name";
/** The same for commands that change an account. */
export const CHANGED_ACCOUNT_ARGUMENT = "the account's id, acc_…, or its external reference";

/** The account of that id, reference or name; throws if there is none, or more than one. */
export async function existingAccount(store: AccountStore, idOrName: string): Promise<Account> {
  const [account, ...others] = await accountsCalled(store, idOrName);
  if (account === undefined) {
    throw new Error(noAccount(idOrName));
  }
  if (others.length > 0) {
    const ids = [account, ...others].map(({ id }) => id).join(", ");
    throw new Error(
      `${others.length + 1} accounts are called ${account.name}: ${ids}. Give the id of one of them.`,
    );
  }
  return account;
}

/**
 * The account of that id or reference, if it can still be changed. Names are not accepted: buyers choose them, and a name may
 * equal the number of another order.
 */
export async function changeableAccount(store: AccountStore, idOrRef: string): Promise<Account> {
  const account = await accountOf(store, idOrRef);
  if (account === undefined) {
    const called = await accountsCalled(store, idOrRef);
    if (called.length === 0) throw new Error(noAccount(idOrRef));
    const ids = called.map(({ id }) => id).join(", ");
    throw new Error(
      `No account has the id or reference ${idOrRef}. It is the name of ${ids}: a change needs the id.`,
    );
  }
  if (account.deletedAtMs !== undefined) {
    throw new Error(`The account ${account.id} is deleted and cannot be changed.`);
  }
  return account;
}

/** Throws if the account has gone since it was found. */
export function stillThere<Value>(value: Value | undefined, accountId: string): Value {
  if (value === undefined) {
    throw new Error(`account ${accountId} was just found and is gone`);
  }
  return value;
}

/**
 * The accounts of that id, reference or name. An id is tried first, then a reference, because both are unique, and then a
 * name. An exact name wins over names that differ from it in case. A deleted account has no name.
 */
async function accountsCalled(store: AccountStore, idOrName: string): Promise<readonly Account[]> {
  const found = await accountOf(store, idOrName);
  if (found !== undefined) return [found];
  const accounts = (await store.listAccounts()).filter(({ deletedAtMs }) => deletedAtMs === undefined);
  const exact = accounts.filter(({ name }) => name === idOrName);
  const lowerCase = idOrName.toLowerCase();
  return exact.length > 0 ? exact : accounts.filter(({ name }) => name.toLowerCase() === lowerCase);
}

async function accountOf(store: AccountStore, idOrRef: string): Promise<Account | undefined> {
  return (await store.findAccount(idOrRef)) ?? (await store.findAccountByRef(idOrRef));
}

function noAccount(idOrName: string): string {
  return `There is no account ${idOrName}. \`accounts list\` shows all accounts.`;
}

import { EXTERNAL_REF_FORM, isExternalRef, type Account } from "../accounts/account.ts";
import type { AccountStore } from "../accounts/store.ts";
import { fault, invalidArgument } from "../errors/fault.ts";

type Accounts = Pick<AccountStore, "findAccount" | "findAccountByRef">;

const REF = "ref:";

/** The account in a request: by id, or by `ref:` and its external reference. Throws NOT_FOUND or INVALID_ARGUMENT. */
export async function namedAccount(store: Accounts, text: string): Promise<Account> {
  const account = await (text.startsWith(REF)
    ? store.findAccountByRef(refFromText(text))
    : store.findAccount(text));
  if (account === undefined) throw accountNotFound();
  return account;
}

/** The same, if it can still be changed. Otherwise throws FAILED_PRECONDITION. */
export async function changeableAccount(store: Accounts, text: string): Promise<Account> {
  const account = await namedAccount(store, text);
  if (account.deletedAtMs === undefined) return account;
  throw wrongState(`The account ${account.id} is deleted: nothing of it can be changed.`);
}

/** Throws NOT_FOUND if the account has gone since it was found. */
export function stillThere<Value>(value: Value | undefined): Value {
  if (value === undefined) throw accountNotFound();
  return value;
}

export function wrongState(sentence: string) {
  return fault({ reason: "WRONG_ACCOUNT_STATE", sentence });
}

function refFromText(text: string): string {
  const externalRef = text.slice(REF.length);
  if (isExternalRef(externalRef)) return externalRef;
  const description = `has to be an account's id, or ref: and a reference: ${EXTERNAL_REF_FORM}.`;
  throw invalidArgument([{ field: "account", description }]);
}

function accountNotFound() {
  return fault({
    reason: "ACCOUNT_NOT_FOUND",
    sentence:
      "No account has this id or reference. Name it by its id (acc_…), or by ref: and its external reference.",
  });
}

// `accounts create`: a new account with its first key; or, of a reference that is there, the account as it is.
import { InvalidArgumentError } from "commander";
import type { Account, NewAccount } from "../../accounts/account.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { EXTERNAL_REF_FORM, isExternalRef } from "../../accounts/external-ref.ts";
import { issueApiKey } from "../../accounts/issue-api-key.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { Answer } from "../command.ts";
import { stillThere } from "../existing-account.ts";
import { issuedKeyText, issuedKeyToJson } from "../keys.ts";
import { accountText, accountToJson } from "./account-text.ts";

export async function createAccount(
  store: AccountStore,
  { externalRef, ...init }: NewAccount & { readonly externalRef?: string | undefined },
  plans: Plans,
): Promise<Answer> {
  if (externalRef === undefined) return newAccount(store, await store.createAccount(init), plans);
  const { account, isNew } = await store.createAccountOnce({ ...init, externalRef });
  return isNew ? newAccount(store, account, plans) : accountThere(account, init, plans);
}

async function newAccount(store: AccountStore, account: Account, plans: Plans): Promise<Answer> {
  const issued = stillThere(await issueApiKey({ store, accountId: account.id }), account.id);
  return {
    json: { created: true, account: accountToJson(account), key: issuedKeyToJson(issued) },
    text: `${accountText(account, plans)}\n\n${issuedKeyText(issued)}`,
  };
}

/**
 * Whoever repeats an order need not know what has become of the account since: it may have moved to another plan, and is not
 * moved back. Nor does a repetition get a key, which is shown once to whoever made the account.
 */
function accountThere(account: Account, { name, plan, monthlyQuota }: NewAccount, plans: Plans): Answer {
  const differs = account.name !== name || account.plan !== plan || account.monthlyQuota !== monthlyQuota;
  const unchanged = differs ? " It is not what was asked for, and was not changed." : "";
  return {
    json: { created: false, account: accountToJson(account), key: null },
    text: [
      accountText(account, plans),
      "",
      `There was an account of that reference already, so none was made, and no key.${unchanged}`,
      `If its key was lost: keys list ${account.id}, keys revoke KEY_ID, keys issue ${account.id}`,
    ].join("\n"),
  };
}

export function externalRefFromText(text: string): string {
  const externalRef = text.trim();
  // An option in place of the reference is a reference that was forgotten.
  if (!isExternalRef(externalRef) || externalRef.startsWith("--")) {
    throw new InvalidArgumentError(`It has to be ${EXTERNAL_REF_FORM}.`);
  }
  return externalRef;
}

import type { AccountChange } from "../../accounts/account.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import type { Answer } from "../command.ts";
import { changeableAccount, stillThere } from "../existing-account.ts";
import { accountText, accountToJson } from "./account-text.ts";

/** Changes an account, and shows it as it is then. */
export async function changeAccount(
  store: AccountStore,
  idOrRef: string,
  { change, plans }: { readonly change: AccountChange; readonly plans: Plans },
): Promise<Answer> {
  const { id } = await changeableAccount(store, idOrRef);
  const account = stillThere(await store.updateAccount(id, change), id);
  return { json: { account: accountToJson(account) }, text: accountText(account, plans) };
}

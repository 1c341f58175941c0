// How commands name an account, and what they say about each refusal of an operator's request.
import { type AccountNaming, AdminRefusal, type Refusal } from "../../accounts/admin.ts";
import type { Account } from "../../accounts/account.ts";

/** How an argument may name an account, for help texts. */
export const ACCOUNT_ARGUMENT = "the account's id (acc_…), external reference or name";
/** The same for commands that change an account. */
export const CHANGED_ACCOUNT_ARGUMENT = "the account's id (acc_…) or external reference";

export function accountFromArgument(text: string): AccountNaming {
  return { text, by: ["id", "externalRef", "name"] };
}

/** What a command prints if it fails. */
export function failureLine(error: unknown): string {
  if (error instanceof AdminRefusal) return refusalLine(error.refusal);
  return error instanceof Error ? error.message : String(error);
}

function refusalLine(refusal: Refusal): string {
  switch (refusal.kind) {
    case "NoAccount":
      return refusal.called.length === 0
        ? `There is no account ${refusal.text}. \`accounts list\` shows all accounts.`
        : `No account has the id or reference ${refusal.text}. It is the name of ${idsOf(refusal.called)}: a change needs the id.`;
    case "SeveralAccounts": {
      const { called } = refusal;
      return `${called.length} accounts are called ${called[0]?.name}: ${idsOf(called)}. Give the id of one of them.`;
    }
    case "Deleted":
      return `The account ${refusal.accountId} is deleted and cannot be changed.`;
    case "Gone":
      return `account ${refusal.accountId} was just found and is gone`;
    case "NotClosed": {
      const { accountId: id } = refusal;
      return `The account ${id} is not closed: accounts close ${id}, and delete it after the last bill.`;
    }
    case "Closed": {
      const { accountId: id } = refusal;
      return `The account ${id} is closed, so its keys do not work: accounts reopen ${id}`;
    }
    case "NoKey":
      return `There is no key ${refusal.keyId}. \`keys list ACCOUNT\` shows an account's keys and their ids (key_…).`;
  }
}

function idsOf(accounts: readonly Account[]): string {
  return accounts.map(({ id }) => id).join(", ");
}

// `accounts suspend`, `resume`, `close`, `reopen` and `delete`: whether an account's calls are answered.
import type { Account } from "../../accounts/account.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { CommandContext } from "../command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "../command.ts";
import { CHANGED_ACCOUNT_ARGUMENT, changeableAccount, stillThere } from "../existing-account.ts";
import { accountText, accountToJson } from "./account-text.ts";
import { changeAccount } from "./change-account.ts";

const CHANGES = [
  {
    name: "suspend",
    description: "Refuse an account's calls until it is resumed.",
    change: { isSuspended: true },
  },
  {
    name: "resume",
    description: "Answer the calls of a suspended account again.",
    change: { isSuspended: false },
  },
  {
    name: "close",
    description: "Refuse an account's calls from now on; all that it has stays, for the last bill.",
    change: { isClosed: true },
  },
  {
    name: "reopen",
    description: "Take a closed account up again, with its keys.",
    change: { isClosed: false },
  },
] as const;

export function addStateCommands(accounts: ServiceCommand, context: CommandContext): void {
  for (const { name, description, change } of CHANGES) {
    accounts
      .command(name)
      .description(description)
      .argument("<account>", CHANGED_ACCOUNT_ARGUMENT)
      .answer((store, idOrRef: string) => changeAccount(store, idOrRef, { change, plans: context.plans() }));
  }
  accounts
    .command("delete")
    .description("Delete a closed account's name, reference, keys and sports for good.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT)
    .option("--yes", "do not ask")
    .answer((store, idOrRef: string, { yes }: { readonly yes?: boolean }) =>
      deleteAccount(store, idOrRef, { isSure: yes === true, context }),
    );
}

async function deleteAccount(
  store: AccountStore,
  idOrRef: string,
  { isSure, context }: { readonly isSure: boolean; readonly context: CommandContext },
): Promise<Answer> {
  const { id, name, closedAtMs } = await changeableAccount(store, idOrRef);
  if (closedAtMs === undefined) {
    throw new Error(`The account ${id} is in use: accounts close ${id}, and delete it after the last bill.`);
  }
  if (!isSure) await ask(context, { id, name });
  const account = stillThere(await store.deleteAccount(id), id);
  return {
    json: { account: accountToJson(account) },
    text: [
      accountText(account, context.plans()),
      "",
      "Deleted: its name, reference, keys and sports. Kept under its id: its calls by month, its plans, what operators did.",
    ].join("\n"),
  };
}

async function ask(
  { confirm }: Pick<CommandContext, "confirm">,
  { id, name }: Pick<Account, "id" | "name">,
): Promise<void> {
  const typed = await confirm(`This cannot be undone. To delete ${name}, type its id, ${id}: `);
  if (typed === undefined)
    throw new UsageError("Deleting cannot be undone: add --yes to do so without being asked");
  if (typed.trim() !== id) throw new Error("That is not its id. Nothing was deleted.");
}

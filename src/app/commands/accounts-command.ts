import { Option } from "commander";
import {
  type Account,
  type AccountChange,
  ACCOUNT_NAME_FORM,
  EXTERNAL_REF_FORM,
  accountState,
  isAccountName,
  isExternalRef,
} from "../../accounts/account.ts";
import { agreedPlan, createAdmin, stillThere, type AccountNaming, type Order } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { issueApiKey } from "../../accounts/issue-api-key.ts";
import { monthAt } from "../../accounts/month.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { isoTime } from "../../lib/time/iso-time.ts";
import { accountToJson, issuedKeyToJson } from "./account-json.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "./command.ts";
import { countFromText, trimmedTextOf } from "./given-values.ts";
import { addHistoryCommand } from "./history-command.ts";
import { issuedKeyText } from "./keys-command.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument, CHANGED_ACCOUNT_ARGUMENT } from "./named-account.ts";
import { plansInForce, plansLine, plansTable, unknownPlan } from "./plans-command.ts";
import { addMoveCommand } from "./move-command.ts";

const STATE_CHANGES: readonly (readonly [name: string, description: string, change: AccountChange])[] = [
  ["suspend", "Refuse an account's calls until it is resumed.", { isSuspended: true }],
  ["resume", "Answer the calls of a suspended account again.", { isSuspended: false }],
  [
    "close",
    "Refuse an account's calls from now on. Nothing is deleted, so that the last bill can be made.",
    { isClosed: true },
  ],
  ["reopen", "Reopen a closed account. Its keys work again.", { isClosed: false }],
];

const nameFromText = trimmedTextOf(ACCOUNT_NAME_FORM, isAccountName);
const externalRefFromText = trimmedTextOf(EXTERNAL_REF_FORM, isExternalRef);

interface QuotaOption {
  readonly monthlyQuota?: number;
}

interface CreateOptions extends QuotaOption {
  readonly name?: string;
  readonly plan?: string;
  readonly externalRef?: string;
}

export function addAccountsCommands(program: ServiceCommand, context: CommandContext): void {
  const accounts = program
    .command("accounts")
    .description("Manage the accounts that may call the service.")
    .helpCommand(false);

  const create: ServiceCommand = accounts
    .command("create")
    .description("Create an account, and print its first key, which is shown only once.")
    .option("--name <name>", "what to call the account; required", nameFromText)
    .option("--plan <plan>", "its plan, from the list below; required")
    .addOption(quotaOption())
    .option(
      "--external-ref <ref>",
      "the shop's reference; if an account has it already, that account is printed unchanged",
      externalRefFromText,
    )
    .answer(
      async (store, options: CreateOptions) => {
        const { name, externalRef } = options;
        if (name === undefined) return create.error("--name is missing");
        if (options.plan === undefined)
          return create.error(`--plan is missing: ${plansLine(context.plans())}`);
        const agreed = agreedOn(context.plans(), options.plan, options);
        return createAccount(store, { name, externalRef, agreed }, await plansInForce(store, context.plans));
      },
      { mayMakeIt: true },
    )
    .addHelpText("after", () => `\n${plansTable(context.plans())}`);
  accounts
    .command("list")
    .description("Show every account.")
    .answer(async (store) => listAccounts(store, await plansInForce(store, context.plans)));
  accounts
    .command("show")
    .description("Show an account, and its calls of this month.")
    .argument("<account>", ACCOUNT_ARGUMENT, accountFromArgument)
    .answer((store, naming: AccountNaming) => showAccount(store, naming, context));
  addHistoryCommand(accounts, context);
  addChangeCommands(accounts, context);
  accounts
    .command("set-plan")
    .description("Move an account to a plan and that plan's quota.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
    .argument("<plan>", "the new plan")
    .addOption(quotaOption())
    .answer(async (store, naming: AccountNaming, name: string, options: QuotaOption) => {
      const change = agreedOn(context.plans(), name, options).terms;
      return changeAccount(store, naming, { change, plans: await plansInForce(store, context.plans) });
    })
    .addHelpText("after", () => `\n${plansTable(context.plans())}`);
  addMoveCommand(accounts, context);
}

function addChangeCommands(accounts: ServiceCommand, context: CommandContext): void {
  for (const [name, description, change] of STATE_CHANGES) {
    accounts
      .command(name)
      .description(description)
      .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
      .answer((store, naming: AccountNaming) =>
        changeAccount(store, naming, { change, plans: context.plans() }),
      );
  }
  accounts
    .command("delete")
    .description("Delete a closed account's name, reference, keys and sports for good.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
    .option("--yes", "do not ask")
    .answer((store, naming: AccountNaming, { yes }: { readonly yes?: boolean }) =>
      deleteAccount(store, naming, { isSure: yes === true, context }),
    );
  accounts
    .command("rename")
    .description("Change an account's name.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT, accountFromArgument)
    .argument("<name>", "the new name", nameFromText)
    .answer((store, naming: AccountNaming, name: string) =>
      changeAccount(store, naming, { change: { name }, plans: context.plans() }),
    );
}

/** A repeated order gets no key: the first order got one, and keys are shown once. */
async function createAccount(store: AccountStore, order: Order, plans: Plans): Promise<Answer> {
  const { account, isNew, differs } = await createAdmin({ store }).createAccount(order);
  const { id } = account;
  if (isNew) {
    const issued = stillThere(await issueApiKey({ store, accountId: id }), id);
    return {
      json: { created: true, account: accountToJson(account), key: issuedKeyToJson(issued) },
      text: `${accountText(account, plans)}\n\n${issuedKeyText(issued)}`,
    };
  }
  const unchanged = differs.length === 0 ? "" : " It differs from the order, and was not changed.";
  return {
    json: { created: false, account: accountToJson(account), key: null },
    text: [
      accountText(account, plans),
      "",
      `An account with that reference existed already, so no account and no key was made.${unchanged}`,
      `If its key was lost: keys list ${id}, keys revoke KEY_ID, keys issue ${id}`,
    ].join("\n"),
  };
}

async function listAccounts(store: AccountStore, plans: Plans): Promise<Answer> {
  const accounts = await store.listAccounts();
  const json = { accounts: accounts.map(accountToJson) };
  if (accounts.length === 0) {
    const command = `accounts create --name NAME --plan ${plans.list[0]?.name}`;
    return { json, text: `There are no accounts yet. Make one: ${command}` };
  }
  const rows = accounts.map((account) => [
    account.id,
    account.name,
    account.externalRef ?? "-",
    planTitle(account, plans),
    account.monthlyQuota,
    accountState(account),
    isoTime(account.createdAtMs),
  ]);
  const head = ["ACCOUNT", "NAME", "REFERENCE", "PLAN", "CALLS A MONTH", "STATE", "CREATED"];
  return { json, text: alignedColumns([head, ...rows]) };
}

async function showAccount(
  store: AccountStore,
  naming: AccountNaming,
  { clock, plans }: CommandContext,
): Promise<Answer> {
  const inForce = await plansInForce(store, plans);
  const account = await createAdmin({ store }).account(naming);
  const { month } = monthAt(clock.nowMs());
  const rows = await store.usage(account.id, month);
  const used = rows.reduce((total, { calls }) => total + calls, 0);
  return {
    json: { account: accountToJson(account), month, used },
    text: `${accountText(account, inForce)}\n\n${countText(used)} calls answered in ${month}`,
  };
}

async function changeAccount(
  store: AccountStore,
  naming: AccountNaming,
  { change, plans }: { readonly change: AccountChange; readonly plans: Plans },
): Promise<Answer> {
  const account = await createAdmin({ store }).changeAccount(naming, change);
  return { json: { account: accountToJson(account) }, text: accountText(account, plans) };
}

async function deleteAccount(
  store: AccountStore,
  naming: AccountNaming,
  { isSure, context }: { readonly isSure: boolean; readonly context: CommandContext },
): Promise<Answer> {
  const confirm = async ({ id, name }: Account) => {
    if (isSure) return;
    const typed = await context.confirm(`This cannot be undone. To delete ${name}, type its id, ${id}: `);
    if (typed === undefined) {
      throw new UsageError("Deleting cannot be undone: add --yes to do so without being asked");
    }
    if (typed.trim() !== id) throw new Error("That is not its id. Nothing was deleted.");
  };
  const account = await createAdmin({ store }).deleteAccount(naming, { confirm });
  return {
    json: { account: accountToJson(account) },
    text: [
      accountText(account, context.plans()),
      "",
      "Deleted: its name, reference, keys and sports. Kept under its id: its calls by month, its plans, what operators did.",
    ].join("\n"),
  };
}

/** Throws a UsageError for an unknown plan, or for a plan without a quota if none is given. */
function agreedOn(plans: Plans, name: string, { monthlyQuota: quota }: QuotaOption): Order["agreed"] {
  const agreed = agreedPlan(plans, name, quota);
  if (agreed.kind === "UnknownPlan") throw unknownPlan(name, agreed.known);
  if (agreed.kind === "QuotaMissing") {
    throw new UsageError(`The quota of the ${name} plan is agreed case by case: add --monthly-quota N`);
  }
  return agreed;
}

function quotaOption(): Option {
  const description = "calls a month, if not the plan's own";
  return new Option("--monthly-quota <calls>", description).argParser(countFromText);
}

function accountText(account: Account, plans: Plans): string {
  const endMs = account.deletedAtMs ?? account.closedAtMs;
  const since = endMs === undefined ? "" : ` since ${isoTime(endMs)}`;
  return alignedColumns([
    ["Account", account.id],
    ["Name", account.name],
    ...(account.externalRef === undefined ? [] : [["Reference", account.externalRef]]),
    ["Plan", `${planTitle(account, plans)}, ${countText(account.monthlyQuota)} calls a month`],
    ["State", `${accountState(account)}${since}`],
    ["Created", isoTime(account.createdAtMs)],
  ]);
}

/** The plan's title; its name if the plan is not in force. */
function planTitle({ plan }: Account, plans: Plans): string {
  return plans.named(plan)?.title ?? plan;
}

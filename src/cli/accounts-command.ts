// `accounts`: what an operator does about those who call.
import { InvalidArgumentError, Option } from "commander";
import { type Account, type AccountChange, type NewAccount, accountState } from "../accounts/account.ts";
import type { AccountStore } from "../accounts/store.ts";
import { isOneLine } from "../accounts/one-line.ts";
import { EXTERNAL_REF_FORM, isExternalRef } from "../accounts/external-ref.ts";
import { issueApiKey } from "../accounts/issue-api-key.ts";
import { monthAt } from "../accounts/month.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import { isoTime } from "../iso-time.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "./command.ts";
import { countFromText } from "./given-values.ts";
import {
  ACCOUNT_ARGUMENT,
  CHANGED_ACCOUNT_ARGUMENT,
  changeableAccount,
  existingAccount,
  stillThere,
} from "./existing-account.ts";
import { addHistoryCommand } from "./history-command.ts";
import { issuedKeyText, issuedKeyToJson } from "./keys-command.ts";
import { plansInForce, plansLine, plansTable, typedPlan } from "./plans-command.ts";
import { addMoveCommand } from "./move-command.ts";
import { addTransferCommands } from "./transfer-command.ts";

const STATE_CHANGES: readonly (readonly [name: string, description: string, change: AccountChange])[] = [
  ["suspend", "Refuse an account's calls until it is resumed.", { isSuspended: true }],
  ["resume", "Answer the calls of a suspended account again.", { isSuspended: false }],
  [
    "close",
    "Refuse an account's calls from now on; all that it has stays, for the last bill.",
    { isClosed: true },
  ],
  ["reopen", "Take a closed account up again, with its keys.", { isClosed: false }],
];

interface QuotaOption {
  readonly monthlyQuota?: number;
}

interface CreateOptions extends QuotaOption {
  readonly name?: string;
  readonly plan?: string;
  readonly externalRef?: string;
}

export function addAccountsCommands(program: ServiceCommand, context: CommandContext): void {
  const accounts = program.command("accounts").description("Who may call the service.").helpCommand(false);

  const create: ServiceCommand = accounts
    .command("create")
    .description("Make an account, and print its first key once.")
    .option("--name <name>", "what to call the account; required", nameFromText)
    .option("--plan <plan>", "what it may use, and how often; required")
    .addOption(quotaOption())
    .option(
      "--external-ref <ref>",
      "what a shop calls it; one that is there is printed as it is",
      externalRefFromText,
    )
    .answer(
      async (store, options: CreateOptions) => {
        const { name, monthlyQuota, externalRef } = options;
        if (name === undefined) return create.error("--name is missing");
        if (options.plan === undefined)
          return create.error(`--plan is missing: ${plansLine(context.plans())}`);
        const agreed = agreedPlan(typedPlan(context.plans(), options.plan), monthlyQuota);
        return createAccount(
          store,
          { name, externalRef, ...agreed },
          await plansInForce(store, context.plans),
        );
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
    .argument("<account>", ACCOUNT_ARGUMENT)
    .answer((store, idOrName: string) => showAccount(store, idOrName, context));
  addHistoryCommand(accounts);
  addStateCommands(accounts, context);
  accounts
    .command("set-plan")
    .description("Move an account to a plan and that plan's quota.")
    .argument("<account>", CHANGED_ACCOUNT_ARGUMENT)
    .argument("<plan>", "the new plan")
    .addOption(quotaOption())
    .answer(async (store, idOrName: string, name: string, { monthlyQuota }: QuotaOption) => {
      const change = agreedPlan(typedPlan(context.plans(), name), monthlyQuota);
      return changeAccount(store, idOrName, { change, plans: await plansInForce(store, context.plans) });
    })
    .addHelpText("after", () => `\n${plansTable(context.plans())}`);
  addTransferCommands(accounts, context);
  addMoveCommand(accounts, context);
}

function addStateCommands(accounts: ServiceCommand, context: CommandContext): void {
  for (const [name, description, change] of STATE_CHANGES) {
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

/**
 * Whoever repeats an order need not know what has become of the account since: it may have moved to another plan, and is not
 * moved back. Nor does a repetition get a key, which is shown once to whoever made the account.
 */
async function createAccount(
  store: AccountStore,
  { externalRef, ...init }: NewAccount & { readonly externalRef: string | undefined },
  plans: Plans,
): Promise<Answer> {
  const { account, isNew } =
    externalRef === undefined
      ? { account: await store.createAccount(init), isNew: true }
      : await store.createAccountOnce({ ...init, externalRef });
  const { id, name, plan, monthlyQuota } = account;
  if (isNew) {
    const issued = stillThere(await issueApiKey({ store, accountId: id }), id);
    return {
      json: { created: true, account: accountToJson(account), key: issuedKeyToJson(issued) },
      text: `${accountText(account, plans)}\n\n${issuedKeyText(issued)}`,
    };
  }
  const isAsItWas = name === init.name && plan === init.plan && monthlyQuota === init.monthlyQuota;
  const unchanged = isAsItWas ? "" : " It is not what was asked for, and was not changed.";
  return {
    json: { created: false, account: accountToJson(account), key: null },
    text: [
      accountText(account, plans),
      "",
      `There was an account of that reference already, so none was made, and no key.${unchanged}`,
      `If its key was lost: keys list ${id}, keys revoke KEY_ID, keys issue ${id}`,
    ].join("\n"),
  };
}

async function listAccounts(store: AccountStore, plans: Plans): Promise<Answer> {
  const accounts = await store.listAccounts();
  return {
    json: { accounts: accounts.map(accountToJson) },
    text:
      accounts.length === 0
        ? `There are no accounts yet. Make one: accounts create --name NAME --plan ${plans.list[0]?.name}`
        : accountsTable(accounts, plans),
  };
}

async function showAccount(
  store: AccountStore,
  idOrName: string,
  { clock, plans }: Pick<CommandContext, "clock" | "plans">,
): Promise<Answer> {
  const inForce = await plansInForce(store, plans);
  const account = await existingAccount(store, idOrName);
  const { month } = monthAt(clock.nowMs());
  const rows = await store.usage(account.id, month);
  const used = rows.reduce((total, { calls }) => total + calls, 0);
  return {
    json: { account: accountToJson(account), month, used },
    text: `${accountText(account, inForce)}\n\n${countText(used)} calls answered in ${month}`,
  };
}

/** Changes an account, and shows it as it is then. */
async function changeAccount(
  store: AccountStore,
  idOrRef: string,
  { change, plans }: { readonly change: AccountChange; readonly plans: Plans },
): Promise<Answer> {
  const { id } = await changeableAccount(store, idOrRef);
  const account = stillThere(await store.updateAccount(id, change), id);
  return { json: { account: accountToJson(account) }, text: accountText(account, plans) };
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
  if (!isSure) {
    const typed = await context.confirm(`This cannot be undone. To delete ${name}, type its id, ${id}: `);
    if (typed === undefined) {
      throw new UsageError("Deleting cannot be undone: add --yes to do so without being asked");
    }
    if (typed.trim() !== id) throw new Error("That is not its id. Nothing was deleted.");
  }
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

/** A plan and its quota, or the quota given with it; throws where the plan has none of its own. */
function agreedPlan({ name, monthlyQuota: ownQuota }: Plan, quota = ownQuota) {
  if (quota === undefined) {
    throw new UsageError(`The quota of the ${name} plan is agreed case by case: add --monthly-quota N`);
  }
  return { plan: name, monthlyQuota: quota };
}

function quotaOption(): Option {
  return new Option("--monthly-quota <calls>", "calls a month, if not the plan's own").argParser(
    countFromText,
  );
}

function nameFromText(text: string): string {
  const name = text.trim();
  // An option in place of the name is a name that was forgotten.
  if (!isOneLine(name) || name.startsWith("--")) {
    throw new InvalidArgumentError(
      "It has to be a text of one line that can be printed, with more than spaces.",
    );
  }
  return name;
}

function externalRefFromText(text: string): string {
  const externalRef = text.trim();
  // An option in place of the reference is a reference that was forgotten.
  if (!isExternalRef(externalRef) || externalRef.startsWith("--")) {
    throw new InvalidArgumentError(`It has to be ${EXTERNAL_REF_FORM}.`);
  }
  return externalRef;
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

function accountsTable(accounts: readonly Account[], plans: Plans): string {
  const rows = accounts.map((account) => [
    account.id,
    account.name,
    account.externalRef ?? "-",
    planTitle(account, plans),
    account.monthlyQuota,
    accountState(account),
    isoTime(account.createdAtMs),
  ]);
  return alignedColumns([
    ["ACCOUNT", "NAME", "REFERENCE", "PLAN", "CALLS A MONTH", "STATE", "CREATED"],
    ...rows,
  ]);
}

function accountToJson(account: Account): object {
  const { closedAtMs, deletedAtMs } = account;
  return {
    id: account.id,
    name: account.name,
    external_ref: account.externalRef ?? null,
    plan: account.plan,
    monthly_quota: account.monthlyQuota,
    is_suspended: account.isSuspended,
    state: accountState(account),
    closed_at: closedAtMs === undefined ? null : isoTime(closedAtMs),
    deleted_at: deletedAtMs === undefined ? null : isoTime(deletedAtMs),
    created_at: isoTime(account.createdAtMs),
  };
}

/** Its name, where the plan is not in force. */
function planTitle({ plan }: Account, plans: Plans): string {
  return plans.named(plan)?.title ?? plan;
}

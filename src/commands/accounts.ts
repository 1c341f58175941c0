// `accounts`: what an operator does about those who call.
import { Argument, InvalidArgumentError, Option } from "commander";
import type { AccountStore } from "../accounts/account-store.ts";
import { monthAt } from "../accounts/month.ts";
import { PLANS, type PlanName } from "../accounts/plan.ts";
import { accountText, accountToJson, accountsTable } from "./accounts/account-text.ts";
import { createAccount, externalRefFromText } from "./accounts/create-account.ts";
import { countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "./command.ts";
import { countFromText } from "./count-from-text.ts";
import { ACCOUNT_ARGUMENT, existingAccount, stillThere } from "./existing-account.ts";
import { plansLine, plansTable } from "./plans-text.ts";
import { addTransferCommands } from "./transfer/accounts-transfer.ts";

const PLAN_NAMES = Object.keys(PLANS);

interface QuotaOption {
  readonly monthlyQuota?: number;
}

interface CreateOptions extends QuotaOption {
  readonly name?: string;
  readonly plan?: PlanName;
  readonly externalRef?: string;
}

export function addAccountsCommands(program: ServiceCommand, context: CommandContext): void {
  const accounts = program.command("accounts").description("Who may call the service.").helpCommand(false);

  const create: ServiceCommand = accounts
    .command("create")
    .description("Make an account, and print its first key once.")
    .option("--name <name>", "what to call the account; required", nameFromText)
    .addOption(new Option("--plan <plan>", "what it may use, and how often; required").choices(PLAN_NAMES))
    .addOption(quotaOption())
    .option(
      "--external-ref <ref>",
      "what a shop calls it; one that is there is printed as it is",
      externalRefFromText,
    )
    .answer((store, options: CreateOptions) => {
      const { name, plan, monthlyQuota, externalRef } = options;
      if (name === undefined) return create.error("--name is missing");
      if (plan === undefined) return create.error(`--plan is missing: ${plansLine()}`);
      return createAccount(store, { name, externalRef, ...agreedPlan(plan, monthlyQuota) });
    })
    .addHelpText("after", `\n${plansTable()}`);
  accounts.command("list").description("Show every account.").answer(listAccounts);
  accounts
    .command("show")
    .description("Show an account, and its calls of this month.")
    .argument("<account>", ACCOUNT_ARGUMENT)
    .answer((store, idOrName: string) => showAccount(store, idOrName, context.clock.nowMs()));
  for (const { name, description, isSuspended } of [
    { name: "suspend", description: "Refuse an account's calls until it is resumed.", isSuspended: true },
    { name: "resume", description: "Answer the calls of a suspended account again.", isSuspended: false },
  ]) {
    accounts
      .command(name)
      .description(description)
      .argument("<account>", ACCOUNT_ARGUMENT)
      .answer((store, idOrName: string) => changeAccount(store, idOrName, { isSuspended }));
  }
  accounts
    .command("set-plan")
    .description("Move an account to a plan and that plan's quota.")
    .argument("<account>", ACCOUNT_ARGUMENT)
    .addArgument(new Argument("<plan>", "the new plan").choices(PLAN_NAMES))
    .addOption(quotaOption())
    .answer((store, idOrName: string, plan: PlanName, { monthlyQuota }: QuotaOption) =>
      changeAccount(store, idOrName, agreedPlan(plan, monthlyQuota)),
    );
  addTransferCommands(accounts, context);
}

async function listAccounts(store: AccountStore): Promise<Answer> {
  const accounts = await store.listAccounts();
  return {
    json: { accounts: accounts.map(accountToJson) },
    text:
      accounts.length === 0
        ? "There are no accounts yet. Make one: accounts create --name NAME --plan free"
        : accountsTable(accounts),
  };
}

async function showAccount(store: AccountStore, idOrName: string, nowMs: number): Promise<Answer> {
  const account = await existingAccount(store, idOrName);
  const { month } = monthAt(nowMs);
  const rows = await store.usage(account.id, month);
  const used = rows.reduce((total, { calls }) => total + calls, 0);
  return {
    json: { account: accountToJson(account), month, used },
    text: `${accountText(account)}\n\n${countText(used)} calls answered in ${month}`,
  };
}

async function changeAccount(
  store: AccountStore,
  idOrName: string,
  change: Parameters<AccountStore["updateAccount"]>[1],
): Promise<Answer> {
  const { id } = await existingAccount(store, idOrName);
  const account = stillThere(await store.updateAccount(id, change), id);
  return { json: { account: accountToJson(account) }, text: accountText(account) };
}

/** A plan and its quota, or the quota given with it; throws where the plan has none of its own. */
function agreedPlan(
  plan: PlanName,
  quota: number | undefined,
): { readonly plan: PlanName; readonly monthlyQuota: number } {
  const monthlyQuota = quota ?? PLANS[plan].monthlyQuota;
  if (monthlyQuota === undefined) {
    throw new UsageError(`The quota of the ${plan} plan is agreed case by case: add --monthly-quota N`);
  }
  return { plan, monthlyQuota };
}

function quotaOption(): Option {
  return new Option("--monthly-quota <calls>", "calls a month, if not the plan's own").argParser(
    countFromText,
  );
}

function nameFromText(text: string): string {
  const name = text.trim();
  // An option in place of the name is a name that was forgotten.
  if (name === "" || /\p{Cc}|^--/u.test(name)) {
    throw new InvalidArgumentError("It has to be a text of one line.");
  }
  return name;
}

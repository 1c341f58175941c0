// `accounts`: what an operator does about those who call.
import { InvalidArgumentError, Option } from "commander";
import type { AccountStore } from "../accounts/store.ts";
import { monthAt } from "../accounts/month.ts";
import type { Plan } from "../accounts/plans/plan.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import { accountText, accountToJson, accountsTable } from "./accounts/account-text.ts";
import { changeAccount } from "./accounts/change-account.ts";
import { createAccount, externalRefFromText } from "./accounts/create-account.ts";
import { addHistoryCommand } from "./accounts/plan-history.ts";
import { addStateCommands } from "./accounts/state-commands.ts";
import { countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "./command.ts";
import { countFromText } from "./count-from-text.ts";
import { ACCOUNT_ARGUMENT, CHANGED_ACCOUNT_ARGUMENT, existingAccount } from "./existing-account.ts";
import { plansInForce, typedPlan } from "./plans/plans-in-force.ts";
import { plansLine, plansTable } from "./plans/plans-text.ts";
import { addTransferCommands } from "./transfer/accounts-transfer.ts";

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
    .answer(async (store, idOrName: string) =>
      showAccount(store, idOrName, {
        nowMs: context.clock.nowMs(),
        plans: await plansInForce(store, context.plans),
      }),
    );
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
  { nowMs, plans }: { readonly nowMs: number; readonly plans: Plans },
): Promise<Answer> {
  const account = await existingAccount(store, idOrName);
  const { month } = monthAt(nowMs);
  const rows = await store.usage(account.id, month);
  const used = rows.reduce((total, { calls }) => total + calls, 0);
  return {
    json: { account: accountToJson(account), month, used },
    text: `${accountText(account, plans)}\n\n${countText(used)} calls answered in ${month}`,
  };
}

/** A plan and its quota, or the quota given with it; throws where the plan has none of its own. */
function agreedPlan(
  plan: Plan,
  quota: number | undefined,
): { readonly plan: string; readonly monthlyQuota: number } {
  const monthlyQuota = quota ?? plan.monthlyQuota;
  if (monthlyQuota === undefined) {
    throw new UsageError(`The quota of the ${plan.name} plan is agreed case by case: add --monthly-quota N`);
  }
  return { plan: plan.name, monthlyQuota };
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
    throw new InvalidArgumentError("It has to be a text of one line, with more than spaces.");
  }
  return name;
}

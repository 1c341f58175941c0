// `accounts`: what an operator does about those who call.
import type { Account } from "../accounts/account-store.ts";
import { issueApiKey } from "../accounts/issue-api-key.ts";
import { monthAt } from "../accounts/month.ts";
import { PLANS } from "../accounts/plan.ts";
import { exportAccounts, importAccounts } from "./transfer/accounts-transfer.ts";
import { agreedPlan } from "./agreed-plan.ts";
import { alignedColumns, countText } from "./text/aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { existingAccount } from "./existing-account.ts";
import { issuedKeyText, issuedKeyToJson } from "./text/issued-key.ts";
import { accountToJson, jsonText } from "./text/json-values.ts";
import { parseArguments } from "./parse-arguments.ts";
import { runAction, type Action } from "./run-action.ts";
import { timeText } from "./text/time.ts";
import { UsageError } from "./usage-error.ts";

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ["create", createAccount],
  ["list", listAccounts],
  ["show", showAccount],
  ["suspend", (args, context) => setSuspended({ args, context, word: "suspend", isSuspended: true })],
  ["resume", (args, context) => setSuspended({ args, context, word: "resume", isSuspended: false })],
  ["set-plan", setPlan],
  ["export", exportAccounts],
  ["import", importAccounts],
]);

export async function accountsCommand(args: readonly string[], context: CommandContext): Promise<void> {
  await runAction({ command: "accounts", actions: ACTIONS, args, context });
}

async function createAccount(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const usage = `accounts create --name NAME --plan ${Object.keys(PLANS).join("|")} [--monthly-quota N] [--json]`;
  const { options, isJson } = parseArguments({
    args,
    usage,
    positionals: [],
    options: ["name", "plan", "monthly-quota"],
  });
  if (options.name === undefined || options.plan === undefined) {
    throw new UsageError(`--${options.name === undefined ? "name" : "plan"} is missing. Usage: ${usage}`);
  }
  const name = options.name.trim();
  if (name === "" || /\p{Cc}/u.test(name)) {
    throw new UsageError("--name has to be a text of one line");
  }
  const account = await store.createAccount({ name, ...agreedPlan(options.plan, options["monthly-quota"]) });
  const issued = await issueApiKey({ store, accountId: account.id });
  if (issued === undefined) {
    throw new Error(`account ${account.id} was just created and is gone`);
  }
  print(
    isJson
      ? jsonText({ account: accountToJson(account), key: issuedKeyToJson(issued) })
      : `${accountText(account)}\n\n${issuedKeyText(issued)}`,
  );
}

async function listAccounts(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { isJson } = parseArguments({ args, usage: "accounts list [--json]", positionals: [] });
  const accounts = await store.listAccounts();
  if (isJson) {
    print(jsonText({ accounts: accounts.map(accountToJson) }));
  } else if (accounts.length === 0) {
    print("There are no accounts yet. Make one: accounts create --name NAME --plan free");
  } else {
    print(
      alignedColumns([
        ["ACCOUNT", "NAME", "PLAN", "CALLS A MONTH", "STATE", "CREATED"],
        ...accounts.map((account) => [
          account.id,
          account.name,
          PLANS[account.plan].title,
          account.monthlyQuota,
          stateText(account),
          timeText(account.createdAtMs),
        ]),
      ]),
    );
  }
}

async function showAccount(args: readonly string[], { store, clock, print }: CommandContext): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "accounts show ID [--json]",
    positionals: ["ID"],
  });
  const account = existingAccount(await store.findAccount(positionals.ID), positionals.ID);
  const { month } = monthAt(clock.nowMs());
  const rows = await store.usage(account.id, month);
  const used = rows.reduce((total, { calls }) => total + calls, 0);
  if (isJson) {
    print(jsonText({ account: accountToJson(account), month, used }));
  } else {
    print(`${accountText(account)}\n\n${countText(used)} calls answered in ${month}`);
  }
}

async function setSuspended({
  args,
  context: { store, print },
  word,
  isSuspended,
}: {
  readonly args: readonly string[];
  readonly context: CommandContext;
  readonly word: string;
  readonly isSuspended: boolean;
}): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: `accounts ${word} ID [--json]`,
    positionals: ["ID"],
  });
  const account = existingAccount(await store.updateAccount(positionals.ID, { isSuspended }), positionals.ID);
  print(isJson ? jsonText({ account: accountToJson(account) }) : accountText(account));
}

async function setPlan(args: readonly string[], { store, print }: CommandContext): Promise<void> {
  const { positionals, options, isJson } = parseArguments({
    args,
    usage: "accounts set-plan ID PLAN [--monthly-quota N] [--json]",
    positionals: ["ID", "PLAN"],
    options: ["monthly-quota"],
  });
  const change = agreedPlan(positionals.PLAN, options["monthly-quota"]);
  const account = existingAccount(await store.updateAccount(positionals.ID, change), positionals.ID);
  print(isJson ? jsonText({ account: accountToJson(account) }) : accountText(account));
}

function accountText(account: Account): string {
  return alignedColumns([
    ["Account", account.id],
    ["Name", account.name],
    ["Plan", `${PLANS[account.plan].title}, ${countText(account.monthlyQuota)} calls a month`],
    ["State", stateText(account)],
    ["Created", timeText(account.createdAtMs)],
  ]);
}

function stateText({ isSuspended }: Account): string {
  return isSuspended ? "suspended" : "active";
}

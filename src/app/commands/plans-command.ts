// `plans`: shows and checks the plans, and applies a changed quota.
import { createAdmin } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import { plansFromJson, planToJson } from "../../accounts/plans/plans-from-json.ts";
import { priceText, type Plan } from "../../accounts/plans/plan.ts";
import { missingPlans } from "../../accounts/plans/plans-in-use.ts";
import { createPlans, type Plans } from "../../accounts/plans/plans.ts";
import { alignedColumns, countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import { UsageError, type Answer, type ServiceCommand } from "./command.ts";
import { countFromText, textOfFile } from "./given-values.ts";

interface ApplyOptions {
  readonly from?: number;
  readonly dryRun?: boolean;
}

export function addPlansCommands(program: ServiceCommand, context: CommandContext): void {
  const plans = program
    .command("plans")
    .description("Show and check the plans, and apply a changed quota.")
    .helpCommand(false);
  plans
    .command("list", { isDefault: true })
    .description("Show the plans in force; with --json in the form of PLANS_FILE.")
    .say(async () => plansAnswer(context.plans()));
  plans
    .command("check")
    .description("Print every error in a file of plans, or the plans and warnings.")
    .argument("<file>", "its path, as in PLANS_FILE")
    .option("--in-use", "also look in the store for accounts whose plan the file lacks")
    .say(async (file: string, { inUse }: { readonly inUse?: boolean }) => {
      const found = await checkedPlans(file);
      if (inUse === true) {
        await context.useStore(async (store) => void (await plansInForce(store, () => found)));
      }
      for (const doubt of doubtfulPlans(found.list)) context.printNote(doubt);
      return plansAnswer(found);
    });
  plans
    .command("apply")
    .description("Give a plan's new quota to the accounts that still have its former one.")
    .argument("<plan>", "the plan")
    .option(
      "--from <calls>",
      "the former quota; accounts with any other quota keep theirs; required",
      countFromText,
    )
    .option("--dry-run", "only show which accounts would change")
    .answer(async (store, name: string, options: ApplyOptions) =>
      applyPlan(store, await plansInForce(store, context.plans), { name, ...options }),
    );
}

function plansAnswer(plans: Plans): Answer {
  return { json: { plans: plans.list.map(planToJson) }, text: plansTable(plans) };
}

async function checkedPlans(file: string): Promise<Plans> {
  const found = plansFromJson(await textOfFile(file));
  if ("problems" in found) throw new Error(`${file} is refused. ${found.problems.join(" ")}`);
  return createPlans(found.plans);
}

async function applyPlan(
  store: AccountStore,
  plans: Plans,
  { name, from, dryRun = false }: ApplyOptions & { readonly name: string },
): Promise<Answer> {
  const plan = plans.named(name);
  if (plan === undefined) {
    throw unknownPlan(
      name,
      plans.list.map((each) => each.name),
    );
  }
  const { monthlyQuota } = plan;
  if (monthlyQuota === undefined) {
    throw new UsageError(`The quota of the ${name} plan is agreed case by case: there is none to apply.`);
  }
  const admin = createAdmin({ store });
  const holders = await admin.holders(name);
  if (from === undefined) {
    const quotas = Map.groupBy(holders, (account) => account.monthlyQuota);
    const counts = [...quotas].map(([quota, { length }]) => `${countText(quota)} (${countText(length)})`);
    throw new UsageError(
      `--from is missing. Quotas on ${name}, and how many accounts have each: ${counts.join(", ") || "none"}.`,
    );
  }
  const matching = holders.filter((account) => from !== monthlyQuota && account.monthlyQuota === from);
  const moved = dryRun ? matching : await admin.changeQuotas(matching, monthlyQuota);
  const change = `from ${countText(from)} to ${countText(monthlyQuota)} calls a month`;
  const outcome = `${countText(moved.length)} of ${countText(holders.length)} accounts on ${name} ${dryRun ? "would go" : "went"} ${change}`;
  const rows = alignedColumns(moved.map((account) => [account.id, account.name]));
  return {
    json: {
      plan: name,
      from,
      monthly_quota: monthlyQuota,
      is_dry_run: dryRun,
      account_ids: moved.map(({ id }) => id),
    },
    text:
      from === monthlyQuota
        ? `${countText(from)} is already the quota of ${name}, so nothing changes: --from is the former quota.`
        : `${outcome}\n\n${rows}`.trimEnd(),
  };
}

/** What is allowed but seldom intended, a sentence each. */
function doubtfulPlans(plans: readonly Plan[]): readonly string[] {
  const sold = plans.filter(({ isForSale }) => isForSale);
  const doubts: string[] = [];
  if (sold.length === 0) doubts.push("No plan is for sale.");
  const currencies = new Set(sold.flatMap(({ currency }) => currency ?? []));
  if (currencies.size > 1) doubts.push(`Prices are in ${[...currencies].join(" and ")}.`);
  const quotas = sold.map(({ monthlyQuota }) => monthlyQuota ?? Number.POSITIVE_INFINITY);
  if (quotas.some((quota, index) => quota < (quotas[index - 1] ?? 0))) {
    doubts.push("Plans are not ordered by quota, and people see them in the order of the file.");
  }
  for (const { name, extras, includes } of plans) {
    if (!includes.sla && extras.some((extra) => /\bSLA\b/i.test(extra))) {
      doubts.push(`The extras of ${name} name an SLA, but only "includes": ["sla"] has it measured.`);
    }
  }
  return doubts;
}

/**
 * The plans, for a command that shows or changes an account's plan. Throws if an account has a plan that is not in force,
 * such as when this machine lacks PLANS_FILE: the command would show prices and limits of another plan.
 */
export async function plansInForce(store: AccountStore, plans: () => Plans): Promise<Plans> {
  const inForce = plans();
  const problem = await missingPlans(store, inForce);
  if (problem !== undefined) throw new Error(problem);
  return inForce;
}

export function unknownPlan(name: string, names: readonly string[]): UsageError {
  return new UsageError(`There is no plan ${JSON.stringify(name)}: choose one of ${names.join(", ")}.`);
}

/** The plans in one line: `free (500 calls a month), …`. */
export function plansLine(plans: Plans): string {
  const words = plans.list.map((plan) => {
    const unit = plan.monthlyQuota === undefined ? "" : " calls a month";
    return `${plan.name} (${quotaText(plan)}${unit})`;
  });
  return words.join(", ");
}

export function plansTable({ list }: Plans): string {
  const width = Math.max(...list.map((plan) => quotaText(plan).length));
  const rows = list.map((plan) => [
    plan.name,
    // As a text, because some plans have no quota; padded to align the digits.
    quotaText(plan).padStart(width),
    plan.isForSale || plan.currency === undefined ? priceText(plan) : `${priceText(plan)}, not for sale`,
    plan.extras.join(", "),
  ]);
  return alignedColumns([["PLAN", "CALLS A MONTH".padStart(width), "PRICE", "ADDS"], ...rows]);
}

function quotaText({ monthlyQuota }: Plan): string {
  return monthlyQuota === undefined ? "add --monthly-quota N" : countText(monthlyQuota);
}

// `usage`: the calls of a month, from the very rows the quota is decided by.
import { InvalidArgumentError, Option } from "commander";
import type { AccountStore } from "../accounts/store.ts";
import type { UsageRow } from "../accounts/usage.ts";
import { callsBy, callsByKey } from "../accounts/calls-by.ts";
import { monthAt, type Month } from "../accounts/month.ts";
import { BUILT_IN_PLANS } from "../accounts/plans/built-in-plans.ts";
import { projectMonth } from "../accounts/projection.ts";
import { DAY_MS } from "../clock.ts";
import { isoDay } from "../iso-time.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { ACCOUNT_ARGUMENT, existingAccount } from "./existing-account.ts";
import { givenMonth } from "./given-month.ts";
import { plansInForce } from "./plans/plans-in-force.ts";
import { usageOfAll, usageOfAllToCsv } from "./usage/usage-of-all.ts";
import { usageText, usageToCsv, usageToJson, type Usage } from "./usage/usage-text.ts";

interface UsageOptions {
  readonly month?: Month;
  readonly csv?: boolean;
  readonly all?: boolean;
  readonly above?: number;
}

export function addUsageCommand(
  program: ServiceCommand,
  { clock, plans, print, printNote }: CommandContext,
): void {
  const usage: ServiceCommand = program
    .command("usage")
    .description(
      "Show an account's calls of a month, day by day and by key, and its last months; or those of all accounts.",
    )
    .argument("[account]", ACCOUNT_ARGUMENT)
    .option("--month <month>", "a month in UTC like 2026-11, if not the current one", givenMonth)
    .addOption(new Option("--csv", "print the month's rows for a spreadsheet").conflicts("json"))
    .option("--all", "a line for each account instead")
    .option("--above <percent>", "with --all: only who has used so much of the quota", percentFromText)
    .answer(async (store, name: string | undefined, options: UsageOptions): Promise<Answer | undefined> => {
      const nowMs = clock.nowMs();
      const { month = monthAt(nowMs), csv = false, all = false, above } = options;
      if (month.startMs > nowMs) return usage.error(`${month.month} has not begun`);
      if (all === (name !== undefined)) return usage.error("either an account or --all has to be given");
      if (name !== undefined) {
        if (above !== undefined) return usage.error("--above is about all accounts: add --all");
        const used = await readUsage({ store, idOrName: name, month, nowMs });
        return { json: usageToJson(used), text: csv ? usageToCsv(used) : usageText(used) };
      }
      const ofAll = { store, plans: await plansInForce(store, plans), month, nowMs, above };
      if (above === undefined && ofAll.plans.list === BUILT_IN_PLANS) {
        printNote("Prices are those of the built-in plans: PLANS_FILE is not set.");
      }
      if (!csv) return usageOfAll(ofAll);
      if (above === undefined && nowMs < month.endMs)
        printNote(`${month.month} is not over: its rows are so far.`);
      for await (const line of usageOfAllToCsv(ofAll)) print(line);
      return undefined;
    });
}

async function readUsage(options: {
  readonly store: AccountStore;
  readonly idOrName: string;
  readonly month: Month;
  readonly nowMs: number;
}): Promise<Usage> {
  const { store, idOrName, month, nowMs } = options;
  const { id: accountId, monthlyQuota } = await existingAccount(store, idOrName);
  const rows = await store.usage(accountId, month.month);
  const isCurrent = month.month === monthAt(nowMs).month;
  return {
    accountId,
    month: month.month,
    total: rows.reduce((sum, { calls }) => sum + calls, 0),
    monthlyQuota,
    projection: isCurrent ? projectMonth({ rows, monthlyQuota, nowMs }) : undefined,
    days: callsByDay(rows, daysUntil(month, nowMs)),
    methods: callsBy(rows, ({ method }) => method),
    keys: callsByKey(rows, await store.listKeys(accountId)),
    rows,
    months: await store.monthlyTotals(accountId),
  };
}

/** `2026-11-01`, `2026-11-02`, … to the end of the month or to now, whichever comes first. */
function daysUntil({ startMs, endMs }: Month, nowMs: number): readonly string[] {
  const count = Math.ceil((Math.min(endMs, nowMs + 1) - startMs) / DAY_MS);
  return Array.from({ length: Math.max(0, count) }, (_, day) => isoDay(startMs + day * DAY_MS));
}

/** Days without a call have their line too, so that the chart's axis is the time. */
function callsByDay(rows: readonly UsageRow[], days: readonly string[]): Usage["days"] {
  const calls = new Map(callsBy(rows, ({ day }) => day).map((each) => [each.name, each.calls]));
  // A row of a day that has not begun, by this machine's clock, is shown all the same.
  const shown = new Set([...days, ...calls.keys()]);
  return [...shown].sort().map((name) => ({ name, calls: calls.get(name) ?? 0 }));
}

function percentFromText(text: string): number {
  if (!/^\d{1,4}$/.test(text)) {
    throw new InvalidArgumentError("It has to be a whole number, such as 80.");
  }
  return Number(text);
}

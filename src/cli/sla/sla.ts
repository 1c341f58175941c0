// `sla`: whether what docs/sla.md promises was kept, by account and month, as Prometheus knows it.
import { Option } from "commander";
import type { AccountStore } from "../../accounts/store.ts";
import type { Plans } from "../../accounts/plans/plans.ts";
import { monthAt, type Month } from "../../accounts/month.ts";
import type { Config } from "../../config/config.ts";
import { readHttpUrl } from "../../config/setting-values.ts";
import { isoDay } from "../../iso-time.ts";
import type { CommandContext } from "../command-context.ts";
import type { Answer, ServiceCommand } from "../command.ts";
import { ACCOUNT_ARGUMENT, existingAccount } from "../existing-account.ts";
import { givenMonth } from "../given-month.ts";
import { plansInForce } from "../plans/plans-in-force.ts";
import { accountReport, sharedLosses } from "./account-report.ts";
import { readMonthSums, type MonthSums } from "./month-sums.ts";
import { createPrometheus } from "./prometheus.ts";
import { slaText, slaToCsv, slaToJson, type ReportedAccount, type SlaReport } from "./sla-text.ts";

interface SlaOptions {
  readonly month?: Month;
  readonly prometheus?: string;
  readonly namespace?: string;
  readonly csv?: boolean;
}

export function addSlaCommand(program: ServiceCommand, { clock, config, plans }: CommandContext): void {
  program
    .command("sla")
    .description("Report what was kept of the SLA in a month, for an account or all that have it.")
    .argument("[account]", ACCOUNT_ARGUMENT)
    .option("--month <month>", "a month in UTC like 2026-11, if not the current one", givenMonth)
    .option("--prometheus <url>", "where Prometheus is, if not as PROMETHEUS_URL says", (text) =>
      readHttpUrl(text, "--prometheus"),
    )
    .option("--namespace <name>", "the installation's, where Prometheus knows several")
    .addOption(new Option("--csv", "print a line for each account, for a spreadsheet").conflicts("json"))
    .answer(async (store, idOrName: string | undefined, options: SlaOptions): Promise<Answer> => {
      const report = await readReport({
        store,
        idOrName,
        options,
        plans,
        config: config(),
        nowMs: clock.nowMs(),
      });
      return { json: slaToJson(report), text: options.csv === true ? slaToCsv(report) : slaText(report) };
    });
}

async function readReport(given: {
  readonly store: AccountStore;
  readonly idOrName: string | undefined;
  readonly options: SlaOptions;
  readonly plans: () => Plans;
  readonly config: Pick<Config, "prometheusUrl" | "slaAvailability" | "slaInTime">;
  readonly nowMs: number;
}): Promise<SlaReport> {
  const { store, idOrName, options, plans, config, nowMs } = given;
  const url = options.prometheus ?? config.prometheusUrl;
  if (url === undefined) {
    throw new Error("It is not known where Prometheus is: say --prometheus URL, or set PROMETHEUS_URL.");
  }
  const month = options.month ?? monthAt(nowMs);
  if (month.startMs >= nowMs) throw new Error(`${month.month} begins on ${isoDay(month.startMs)}.`);
  // The store first: a name that is mistyped is no reason to trouble Prometheus.
  const one = idOrName === undefined ? undefined : await existingAccount(store, idOrName);
  const prometheus = createPrometheus({ url });
  const sums = await readMonthSums({ prometheus, month, nowMs, namespace: options.namespace });
  const promised = { availability: config.slaAvailability, inTime: config.slaInTime };
  const accounts = (await accountsWithSla(store, await plansInForce(store, plans), sums)).filter(
    ({ accountId }) => one === undefined || accountId === one.id,
  );
  if (one !== undefined && accounts.length === 0) {
    throw new Error(
      `${one.name} has no SLA: its plan is ${one.plan}, and none of its calls of ${month.month} is measured.`,
    );
  }
  return {
    month: month.month,
    isRunning: nowMs < month.endMs,
    promised,
    sums,
    losses: sharedLosses(sums),
    accounts: accounts.map((account) => ({
      account,
      report: accountReport({ accountId: account.accountId, sums, promised }),
    })),
  };
}

/** Those whose plan has it now, and those that were measured as theirs had it then; the latter may be deleted by now. */
async function accountsWithSla(
  store: AccountStore,
  inForce: Plans,
  sums: MonthSums,
): Promise<readonly ReportedAccount[]> {
  const accounts = await store.listAccounts();
  const measured = new Set(sums.calls.keys());
  measured.delete("other");
  measured.delete("unknown");
  const having = accounts.filter((account) => measured.has(account.id) || inForce.of(account).includes.sla);
  const gone = [...measured].filter((measuredId) => !accounts.some(({ id }) => id === measuredId));
  return [
    ...having.map(({ id, externalRef, name, plan }) => ({ accountId: id, externalRef, name, plan })),
    ...gone.map((accountId) => ({ accountId, externalRef: undefined, name: undefined, plan: undefined })),
  ];
}

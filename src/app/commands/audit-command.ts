// `audit`: shows what operators did.
import { InvalidArgumentError, Option } from "commander";
import { createAdmin, type AccountNaming } from "../../accounts/admin.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { AuditEntry } from "../../accounts/audit.ts";
import { isoTime, parseIsoTime } from "../../lib/time/iso-time.ts";
import { alignedColumns, csvLines } from "./aligned-columns.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { ACCOUNT_ARGUMENT, accountFromArgument } from "./named-account.ts";

interface AuditOptions {
  /** Unix ms. */
  readonly since?: number;
  readonly csv?: boolean;
}

const COLUMNS = ["at", "operator", "action", "account_id", "about"] as const;

export function addAuditCommand(program: ServiceCommand): void {
  program
    .command("audit")
    .description("Show what operators did, to one account or to all, the oldest first.")
    .argument("[account]", ACCOUNT_ARGUMENT, accountFromArgument)
    .option(
      "--since <day>",
      "only from this UTC day on, such as 2026-11-01, or from this time, such as 2026-11-01T09:00Z",
      givenTime,
    )
    .addOption(new Option("--csv", "print the lines for a spreadsheet").conflicts("json"))
    .answer(showAudit);
}

async function showAudit(
  store: AccountStore,
  naming: AccountNaming | undefined,
  { since = 0, csv }: AuditOptions,
): Promise<Answer> {
  const accountId = naming === undefined ? undefined : (await createAdmin({ store }).account(naming)).id;
  const entries: ReturnType<typeof entryToJson>[] = [];
  for await (const entry of store.auditLog({ accountId })) {
    if (entry.atMs >= since) entries.push(entryToJson(entry));
  }
  const json = { entries };
  if (csv === true) return { json, text: csvLines(COLUMNS, entries) };
  if (entries.length === 0) return { json, text: "The audit log has no such entries." };
  const rows = entries.map((entry) => COLUMNS.map((name) => entry[name] ?? "-"));
  return { json, text: alignedColumns([["AT", "OPERATOR", "ACTION", "ACCOUNT", "ABOUT"], ...rows]) };
}

function entryToJson({ atMs, operator, action, accountId, about }: AuditEntry) {
  return { at: isoTime(atMs), operator, action, account_id: accountId, about: about ?? null };
}

function givenTime(text: string): number {
  const parsed = parseIsoTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text);
  if ("problem" in parsed) {
    throw new InvalidArgumentError(
      "It must be a day such as 2026-11-01 or a time such as 2026-11-01T09:00Z.",
    );
  }
  return parsed.ms;
}

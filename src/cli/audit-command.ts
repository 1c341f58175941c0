// `audit`: what operators did, to which account, when.
import { InvalidArgumentError, Option } from "commander";
import type { AccountStore } from "../accounts/account-store.ts";
import type { AuditEntry } from "../accounts/account/audit-entry.ts";
import { isoTime, parseIsoTime } from "../iso-time.ts";
import { alignedColumns, csvLine } from "./aligned-columns.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { ACCOUNT_ARGUMENT, existingAccount } from "./existing-account.ts";

interface AuditOptions {
  /** Unix ms. */
  readonly since?: number;
  readonly csv?: boolean;
}

export function addAuditCommand(program: ServiceCommand): void {
  program
    .command("audit")
    .description("Show what operators did, to one account or to all, the oldest first.")
    .argument("[account]", ACCOUNT_ARGUMENT)
    .option(
      "--since <day>",
      "only from a day in UTC like 2026-11-01, or a time like 2026-11-01T09:00Z",
      givenTime,
    )
    .addOption(new Option("--csv", "print the lines for a spreadsheet").conflicts("json"))
    .answer(showAudit);
}

async function showAudit(
  store: AccountStore,
  idOrName: string | undefined,
  { since = 0, csv }: AuditOptions,
): Promise<Answer> {
  const accountId = idOrName === undefined ? undefined : (await existingAccount(store, idOrName)).id;
  const entries: AuditEntry[] = [];
  for await (const entry of store.auditLog({ accountId })) {
    if (entry.atMs >= since) entries.push(entry);
  }
  return {
    json: { entries: entries.map(entryToJson) },
    text: csv === true ? entriesToCsv(entries) : entriesText(entries),
  };
}

function entriesText(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return "Nothing was done that the audit log has.";
  return alignedColumns([
    ["AT", "OPERATOR", "ACTION", "ACCOUNT", "ABOUT"],
    ...entries.map(({ atMs, operator, action, accountId, about = "-" }) => [
      isoTime(atMs),
      operator,
      action,
      accountId,
      about,
    ]),
  ]);
}

function entriesToCsv(entries: readonly AuditEntry[]): string {
  return [
    csvLine(["at", "operator", "action", "account_id", "about"]),
    ...entries.map(({ atMs, operator, action, accountId, about = "" }) =>
      csvLine([isoTime(atMs), operator, action, accountId, about]),
    ),
  ].join("\n");
}

function entryToJson({ atMs, operator, action, accountId, about }: AuditEntry): object {
  return { at: isoTime(atMs), operator, action, account_id: accountId, about: about ?? null };
}

function givenTime(text: string): number {
  const parsed = parseIsoTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : text);
  if ("problem" in parsed) {
    throw new InvalidArgumentError("It has to be a day like 2026-11-01 or a time like 2026-11-01T09:00Z.");
  }
  return parsed.ms;
}

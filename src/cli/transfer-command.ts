// `accounts export` and `accounts import`: move accounts between stores by file, with hashes of keys only.
import { createReadStream, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { StoreUnavailable, type AccountRecord, type AccountStore } from "../accounts/store.ts";
import { countText } from "./aligned-columns.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";
import { recordsFromTransferLines, transferLinesFromRecords } from "./transfer/lines.ts";

/** The first line names the format. */
const FIRST_RECORD_LINE = 2;

export function addTransferCommands(accounts: ServiceCommand, context: CommandContext): void {
  const { useStore, print, plans } = context;
  accounts
    .command("export")
    .description("Print every account with its keys' hashes, sports and usage, for a file.")
    .option("--json", "changes nothing: the output is JSON, a document a line")
    .action(() =>
      useStore(async (store) => {
        for await (const line of transferLinesFromRecords(store.exportAccounts())) {
          print(line);
        }
      }),
    );
  accounts
    .command("import")
    .description("Add the accounts of a file that `accounts export` printed.")
    .argument("<file>", "the file; read twice, so that nothing is written before all of it makes sense")
    .answer((store, path: string) => importAccounts(store, path, plans()), { mayMakeIt: true });
}

async function importAccounts(store: AccountStore, path: string, plans: Plans): Promise<Answer> {
  refuseUnreadable(path);
  await refuseAll(store, path, plans);
  const imported = await importAll(store, path);
  return { json: { imported }, text: `Accounts imported: ${countText(imported)}` };
}

function recordsOf(path: string) {
  return recordsFromTransferLines(createInterface({ input: createReadStream(path), crlfDelay: Infinity }));
}

function refuseUnreadable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) {
    const problem = stats === undefined ? "is not there" : "is not a regular file, and has to be read twice";
    throw new Error(`${path} ${problem}.`);
  }
}

/** Throws, before anything is written, if an account exists already or has a plan that is not in force. */
async function refuseAll(store: AccountStore, path: string, plans: Plans): Promise<void> {
  for await (const { lineNumber, record } of recordsOf(path)) {
    const { id, plan, deletedAtMs } = record.account;
    // The plan of a deleted account no longer matters.
    if (deletedAtMs === undefined && plans.named(plan) === undefined) {
      throw new Error(
        `Line ${lineNumber}: the plan ${plan} is not in force: PLANS_FILE has to have it. Nothing was imported.`,
      );
    }
    if ((await store.findAccount(id)) !== undefined) {
      throw new Error(
        `Line ${lineNumber}: there is an account ${id} already, and none is overwritten. Nothing was imported.`,
      );
    }
  }
}

async function importAll(store: AccountStore, path: string): Promise<number> {
  const records = async function* (): AsyncGenerator<AccountRecord> {
    for await (const { record } of recordsOf(path)) yield record;
  };
  const result = await store.importAccounts(records()).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    const outcome = error.mayHaveChanged
      ? "All of it was imported, or nothing: `accounts list` says which."
      : "Nothing was imported.";
    throw new Error(`The import broke off: ${error.message} ${outcome}`, { cause: error });
  });
  if (result.kind === "Refused") {
    throw new Error(
      `Line ${FIRST_RECORD_LINE + result.position}: there is ${result.existing} already, and nothing is overwritten. Nothing was imported.`,
    );
  }
  return result.accounts;
}

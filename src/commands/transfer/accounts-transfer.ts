// `accounts export` and `accounts import`: from one store to another. Neither sees a key, only hashes.
import { createReadStream, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { StoreUnavailable, type AccountRecord, type AccountStore } from "../../accounts/account-store.ts";
import { countText } from "../text/aligned-columns.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../command-error.ts";
import { jsonText } from "../text/json-values.ts";
import { parseArguments } from "../parse-arguments.ts";
import { recordsFromTransferLines, transferLinesFromRecords, type NumberedRecord } from "./lines.ts";

/** Prints JSON lines with `--json` and without: a file is all it is for. */
export async function exportAccounts(
  args: readonly string[],
  { store, print }: CommandContext,
): Promise<void> {
  parseArguments({ args, usage: "accounts export [--json] > FILE", positionals: [] });
  for await (const line of transferLinesFromRecords(store.exportAccounts())) {
    print(line);
  }
}

/** Reads the file twice: nothing is written before all of it is known to make sense. */
export async function importAccounts(
  args: readonly string[],
  { store, print }: CommandContext,
): Promise<void> {
  const { positionals, isJson } = parseArguments({
    args,
    usage: "accounts import FILE [--json]",
    positionals: ["FILE"],
  });
  const path = positionals.FILE;
  refuseUnreadable(path);
  await refuseExisting(store, path);
  const imported = await importAll(store, path);
  print(isJson ? jsonText({ imported }) : `Accounts imported: ${countText(imported)}`);
}

function recordsOf(path: string): AsyncIterable<NumberedRecord> {
  return recordsFromTransferLines(createInterface({ input: createReadStream(path), crlfDelay: Infinity }));
}

function refuseUnreadable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) {
    const problem = stats === undefined ? "is not there" : "is not a regular file, and has to be read twice";
    throw new CommandError(`${path} ${problem}.`);
  }
}

async function refuseExisting(store: AccountStore, path: string): Promise<void> {
  for await (const { lineNumber, record } of recordsOf(path)) {
    const { id } = record.account;
    if ((await store.findAccount(id)) !== undefined) {
      throw new CommandError(
        `Line ${lineNumber}: there is an account ${id} already, and none is overwritten. Nothing was imported.`,
      );
    }
  }
}

async function importAll(store: AccountStore, path: string): Promise<number> {
  let lineNumber = 1;
  const records = async function* (): AsyncGenerator<AccountRecord> {
    for await (const numbered of recordsOf(path)) {
      lineNumber = numbered.lineNumber;
      yield numbered.record;
    }
  };
  const result = await store.importAccounts(records()).catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? brokenOff(error, lineNumber) : error;
  });
  if (result.kind === "Refused") {
    throw new CommandError(
      `Line ${lineNumber}: there is ${result.existing} already, and nothing is overwritten. ${importedText(result.imported)}`,
    );
  }
  return result.accounts;
}

function importedText(imported: number): string {
  return imported === 0
    ? "Nothing was imported."
    : `The ${countText(imported)} accounts before it were: delete lines 2 to ${imported + 1} before the next attempt.`;
}

function brokenOff(cause: StoreUnavailable, lineNumber: number): CommandError {
  return new CommandError(
    `The import broke off at line ${lineNumber}: ${cause.message} In SQLite nothing was imported; in Redis the accounts ` +
      "before that line were, and perhaps that one: `accounts list` shows them. Delete their lines before the next attempt.",
    { cause },
  );
}

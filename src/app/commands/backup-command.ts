// `backup`: copies the store's file while the service uses it. For PostgreSQL, use pg_dump.
import { resolve } from "node:path";
import { backUpSqliteFile } from "../../accounts/sqlite/backup.ts";
import { storeAddressFromUrl } from "../../accounts/store-address.ts";
import { countText } from "./aligned-columns.ts";
import type { CommandContext } from "./command-context.ts";
import type { Answer, ServiceCommand } from "./command.ts";

export function addBackupCommand(program: ServiceCommand, { config }: CommandContext): void {
  program
    .command("backup")
    .description("Copy the SQLite store to a file, even while the service runs, and check the copy.")
    .argument("<file>", "the copy's path; an existing file is replaced once the copy is complete")
    .say(async (file: string) => backUp(config().storeUrl, file));
}

function backUp(storeUrl: string, file: string): Answer {
  const store = storeAddressFromUrl(storeUrl);
  if (store?.kind !== "Sqlite") {
    throw new Error("STORE_URL is not a SQLite file. Back up PostgreSQL with pg_dump (docs/stores.md).");
  }
  try {
    const { accounts, tablesVersion, bytes } = backUpSqliteFile({ path: resolve(store.path), target: file });
    return {
      json: { file, accounts, tables_version: tablesVersion, bytes },
      text: `Backed up to ${file}: accounts: ${countText(accounts)}, version of the tables: ${tablesVersion}, bytes: ${countText(bytes)}.`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Nothing was backed up to ${file}: ${reason}.`, { cause: error });
  }
}

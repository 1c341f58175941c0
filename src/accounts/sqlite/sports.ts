// Custom sports in SQLite.
import type { DatabaseSync } from "node:sqlite";
import type { Account, AccountStore, CustomSport } from "../account-store.ts";
import { accountFromRow, valueFromRow } from "./accounts.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { createSqliteAudit } from "./history.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

type SqliteSports = Pick<AccountStore, "setSport" | "unsetSport" | "sports">;

export function createSqliteSports(parts: SqliteStoreParts): SqliteSports {
  const { database } = parts;
  const audit = createSqliteAudit(parts);
  const sql = prepareStatements(database);

  const raiseRevision = (accountId: string): Account | undefined =>
    valueFromRow(sql.raiseRevision.get({ accountId }), accountFromRow);

  return {
    setSport: (accountId, { id, definition }) =>
      attempt(() =>
        inTransaction(database, () => {
          const account = raiseRevision(accountId);
          if (account !== undefined) {
            sql.setSport.run({ accountId, id, definition });
            audit(accountId, { action: "sports set", about: id });
          }
          return account;
        }),
      ),
    unsetSport: (accountId, id) =>
      attempt(() =>
        inTransaction(database, () => {
          const { changes } = sql.unsetSport.run({ accountId, id });
          if (changes === 0) return undefined;
          audit(accountId, { action: "sports unset", about: id });
          return raiseRevision(accountId);
        }),
      ),
    sports: (accountId) =>
      attempt(() =>
        (sql.sports.all({ accountId }) as SportRow[]).map(({ id, definition }) => ({ id, definition })),
      ),
  };
}

type SportRow = { readonly [Column in keyof CustomSport]: string };

function prepareStatements(database: DatabaseSync) {
  return {
    // In one transaction with the change it stands for; one row, the account as it is then, or none.
    raiseRevision: database.prepare(
      "UPDATE account SET sports_revision = sports_revision + 1 WHERE id = :accountId AND deleted_at_ms IS NULL RETURNING *",
    ),
    setSport: database.prepare(`
      INSERT INTO custom_sport (account_id, id, definition) VALUES (:accountId, :id, :definition)
      ON CONFLICT (account_id, id) DO UPDATE SET definition = excluded.definition`),
    // One row changed where there was such a sport, none otherwise.
    unsetSport: database.prepare("DELETE FROM custom_sport WHERE account_id = :accountId AND id = :id"),
    sports: database.prepare(
      "SELECT id, definition FROM custom_sport WHERE account_id = :accountId ORDER BY id",
    ),
  };
}

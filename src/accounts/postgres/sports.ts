// Custom sports in PostgreSQL. Each change raises the account's revision in the same statement, and begins with the
// account's row, so that no two changes wait for each other.
import type { AccountStore, CustomSport } from "../account-store.ts";
import { accountColumns, accountFromRow, type AccountRow } from "./accounts.ts";
import { auditLines } from "./changes/history.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

type PostgresSports = Pick<AccountStore, "setSport" | "unsetSport" | "sports">;

export function createPostgresSports(parts: PostgresStoreParts): PostgresSports {
  const { connection } = parts;
  return {
    setSport: async (accountId, { id, definition }) => {
      // One row, the account as it is then; none, and nothing changed, where there is no such account.
      const [row] = await connection.ask<AccountRow>(
        (sql) => sql`
          WITH account AS (
            UPDATE account SET sports_revision = sports_revision + 1
            WHERE id = ${accountId} AND deleted_at_ms IS NULL RETURNING *
          ), added AS (
            INSERT INTO custom_sport (account_id, id, definition)
            SELECT account.id, ${id}, ${definition} FROM account
            ON CONFLICT (account_id, id) DO UPDATE SET definition = excluded.definition
          ), lines AS (
            ${auditLines(sql, parts, [{ action: "sports set", about: id }])}
          )
          SELECT ${accountColumns(sql)} FROM account`,
      );
      return row && accountFromRow(row);
    },
    unsetSport: async (accountId, id) => {
      // One row, the account as it is then; none, and nothing changed, where there is no such sport.
      const [row] = await connection.ask<AccountRow>(
        (sql) => sql`
          WITH locked AS (
            SELECT account.id FROM account WHERE account.id = ${accountId} FOR UPDATE
          ), removed AS (
            DELETE FROM custom_sport USING locked
            WHERE custom_sport.account_id = locked.id AND custom_sport.id = ${id}
            RETURNING account_id
          ), lines AS (
            ${auditLines(sql, parts, [{ action: "sports unset", about: id }], sql`SELECT account_id FROM removed`)}
          )
          UPDATE account SET sports_revision = sports_revision + 1
          FROM removed WHERE account.id = removed.account_id
          RETURNING ${accountColumns(sql)}`,
      );
      return row && accountFromRow(row);
    },
    sports: (accountId) =>
      connection.ask<CustomSport>(
        (sql) => sql`SELECT id, definition FROM custom_sport WHERE account_id = ${accountId} ORDER BY id`,
      ),
  };
}

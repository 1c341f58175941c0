// API keys in SQLite.
import type { DatabaseSync } from "node:sqlite";
import type { AccountStore, ApiKey } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import { valueFromRow } from "./accounts.ts";
import { attempt, inTransaction } from "./attempt.ts";
import { createSqliteAudit } from "./history.ts";
import { restrictionsFromText, restrictionsToText } from "./restrictions.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

type SqliteApiKeys = Pick<AccountStore, "addKey" | "listKeys" | "revokeKey">;

type KeyRow = {
  readonly id: string;
  readonly account_id: string;
  readonly prefix: string;
  readonly label: string | null;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
  readonly restrictions: string | null;
};

export function createSqliteApiKeys(parts: SqliteStoreParts): SqliteApiKeys {
  const { database, clock } = parts;
  const sql = prepareStatements(database);
  const audit = createSqliteAudit(parts);

  /** Does what a statement does to a key, if there is one to do it to, and writes the line about it. */
  const change = (action: "keys issue" | "keys revoke", run: () => unknown) =>
    attempt(() =>
      inTransaction(database, () => {
        const key = valueFromRow(run(), keyFromRow);
        if (key !== undefined) audit(key.accountId, { action, about: key.id });
        return key;
      }),
    );

  return {
    addKey: ({ label = null, restrictions, ...key }) => {
      const text = restrictionsToText(restrictions);
      const values = { id: randomId("key"), ...key, label, restrictions: text, nowMs: clock.nowMs() };
      return change("keys issue", () => sql.addKey.get(values));
    },
    listKeys: (accountId) => attempt(() => (sql.listKeys.all({ accountId }) as KeyRow[]).map(keyFromRow)),
    revokeKey: (id) => change("keys revoke", () => sql.revokeKey.get({ id, nowMs: clock.nowMs() })),
  };
}

function keyFromRow(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    prefix: row.prefix,
    label: row.label ?? undefined,
    createdAtMs: row.created_at_ms,
    revokedAtMs: row.revoked_at_ms ?? undefined,
    restrictions: restrictionsFromText(row.restrictions),
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    // Looks for the account and adds the key in one step; no row where there is no such account, or one that is deleted.
    addKey: database.prepare(`
      INSERT INTO api_key (id, account_id, prefix, sha256, label, restrictions, created_at_ms)
      SELECT :id, account.id, :prefix, :sha256, :label, :restrictions, :nowMs FROM account
      WHERE account.id = :accountId AND account.deleted_at_ms IS NULL
      RETURNING *`),
    // An account's keys, the revoked ones too, oldest first.
    listKeys: database.prepare(
      "SELECT * FROM api_key WHERE account_id = :accountId ORDER BY created_at_ms, rowid",
    ),
    // The first revocation stands; one row, the key as it is then, or none.
    revokeKey: database.prepare(
      "UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, :nowMs) WHERE id = :id RETURNING *",
    ),
  };
}

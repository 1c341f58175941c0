// API keys in PostgreSQL.
import type { Fragment } from "postgres";
import type { AccountStore, ApiKey } from "../account-store.ts";
import { randomId } from "../random-text.ts";
import type { PostgresSql } from "./connect.ts";
import { isDuplicate } from "./failure.ts";
import { auditLines } from "./changes/history.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

type PostgresApiKeys = Pick<AccountStore, "addKey" | "listKeys" | "revokeKey">;

type KeyRow = { readonly [Property in keyof ApiKey]: ApiKey[Property] | null };

export function createPostgresApiKeys(parts: PostgresStoreParts): PostgresApiKeys {
  const { connection, clock } = parts;
  return {
    addKey: async ({ accountId, prefix, sha256, label = null, restrictions }) => {
      const id = randomId("key");
      // Looks for the account and adds the key in one step; no row where there is no such account, or one that is deleted.
      const rows = connection.ask<KeyRow>(
        (sql) => sql`
          WITH added AS (
            INSERT INTO api_key (id, account_id, prefix, sha256, label, restrictions, created_at_ms)
            SELECT ${id}, account.id, ${prefix}, ${sha256}, ${label},
              ${restrictions === undefined ? null : sql.json({ ...restrictions })}::json, ${clock.nowMs()}::bigint
            FROM account WHERE account.id = ${accountId} AND account.deleted_at_ms IS NULL FOR SHARE
            RETURNING *
          ), lines AS (
            ${auditLines(sql, parts, [{ action: "keys issue", about: id }], sql`SELECT account_id FROM added`)}
          )
          SELECT ${keyColumns(sql)} FROM added`,
      );
      const [row] = await rows.catch((error: unknown) => {
        throw isDuplicate(error) ? new Error("there is an API key of that hash already") : error;
      });
      return row && keyFromRow<ApiKey>(row);
    },
    listKeys: async (accountId) => {
      // The revoked ones too, oldest first.
      const rows = await connection.ask<KeyRow>(
        (sql) => sql`
          SELECT ${keyColumns(sql)} FROM api_key WHERE account_id = ${accountId} ORDER BY created_at_ms, seq`,
      );
      return rows.map((row) => keyFromRow<ApiKey>(row));
    },
    revokeKey: async (id) => {
      // The first revocation stands; one row, the key as it is then, or none.
      const [row] = await connection.ask<KeyRow>(
        (sql) => sql`
          WITH revoked AS (
            UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, ${clock.nowMs()}) WHERE id = ${id}
            RETURNING *
          ), lines AS (
            ${auditLines(sql, parts, [{ action: "keys revoke", about: id }], sql`SELECT account_id FROM revoked`)}
          )
          SELECT ${keyColumns(sql)} FROM revoked`,
      );
      return row && keyFromRow<ApiKey>(row);
    },
  };
}

function keyColumns(sql: PostgresSql): Fragment {
  return sql`id, account_id, prefix, label, restrictions, created_at_ms, revoked_at_ms`;
}

/** A key from a row, or from an export, which have NULL for what is undefined. */
export function keyFromRow<Key extends Pick<ApiKey, "label" | "restrictions" | "revokedAtMs">>(row: {
  readonly [Property in keyof Key]: Key[Property] | null;
}): Key {
  return {
    ...row,
    label: row.label ?? undefined,
    restrictions: row.restrictions ?? undefined,
    revokedAtMs: row.revokedAtMs ?? undefined,
  } as Key;
}

// API keys, and the callers behind them.
import type { ApiKey, KeyRestrictions, NewApiKey } from "../key.ts";
import { randomId } from "../random-text.ts";
import type { KeyFacet } from "../store.ts";
import { ACCOUNT_COLUMNS, accountFromRow, lockedAccount, type AccountRow } from "./accounts.ts";
import { addAuditLines } from "./history.ts";
import { sql, type SqlSession, type StoreParts } from "./sql.ts";

export interface KeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly prefix: string;
  readonly label: string | null;
  readonly created_at_ms: number;
  readonly revoked_at_ms: number | null;
  /** As JSON; NULL for a secret key. */
  readonly restrictions: string | null;
}

interface CallerRow extends AccountRow {
  readonly key_id: string;
  readonly restrictions: string | null;
  readonly used: number;
  readonly month: string;
}

export const KEY_COLUMNS = sql`id, account_id, prefix, label, created_at_ms, revoked_at_ms, restrictions`;

export function createApiKeys(parts: StoreParts) {
  const { database, clock } = parts;

  /** Undefined if there is no such account. Concurrent additions to the account wait. */
  const withAccount = <Result>(accountId: string, work: (session: SqlSession) => Promise<Result>) =>
    database.transaction(async (session) => {
      const account = await lockedAccount(session, database.dialect.forUpdate, accountId);
      return account && work(session);
    });

  return {
    addKey: (key) => withAccount(key.accountId, (session) => insertKey(session, parts, key)),
    addKeyOnce: (key) =>
      withAccount(key.accountId, async (session) => {
        const [row] = await session.run<KeyRow>(sql`
          SELECT ${KEY_COLUMNS} FROM api_key
          WHERE account_id = ${key.accountId} AND label = ${key.label} AND revoked_at_ms IS NULL
          ORDER BY created_at_ms, seq LIMIT 1`);
        if (row !== undefined) return { key: keyFromRow(row), isNew: false };
        return { key: await insertKey(session, parts, key), isNew: true };
      }),
    listKeys: async (accountId) => {
      const rows = await database.run<KeyRow>(
        sql`SELECT ${KEY_COLUMNS} FROM api_key WHERE account_id = ${accountId} ORDER BY created_at_ms, seq`,
      );
      return rows.map(keyFromRow);
    },
    revokeKey: (id) =>
      database.transaction(async (session) => {
        const [revoked] = await session.run<KeyRow>(sql`
          UPDATE api_key SET revoked_at_ms = ${clock.nowMs()} WHERE id = ${id} AND revoked_at_ms IS NULL
          RETURNING ${KEY_COLUMNS}`);
        if (revoked !== undefined) {
          await addAuditLines(session, parts, revoked.account_id, [{ action: "keys revoke", about: id }]);
          return keyFromRow(revoked);
        }
        // The first revocation stands.
        const [row] = await session.run<KeyRow>(sql`SELECT ${KEY_COLUMNS} FROM api_key WHERE id = ${id}`);
        return row && keyFromRow(row);
      }),
    findCaller: async (sha256, asked) => {
      const month = sql`coalesce(substr(${database.dialect.today}, 1, 7), ${asked})`;
      const [row] = await database.run<CallerRow>(sql`
        SELECT ${ACCOUNT_COLUMNS}, api_key.id AS key_id, api_key.restrictions, coalesce(month_total.calls, 0) AS used,
          ${month} AS month
        FROM api_key
        JOIN account ON account.id = api_key.account_id
        LEFT JOIN month_total ON month_total.account_id = account.id AND month_total.month = ${month}
        WHERE api_key.sha256 = ${sha256} AND api_key.revoked_at_ms IS NULL`);
      if (row === undefined) return undefined;
      const { key_id: keyId, used, month: usedMonth } = row;
      const restrictions = restrictionsFromText(row.restrictions);
      return { account: accountFromRow(row), keyId, restrictions, used, month: usedMonth };
    },
  } satisfies KeyFacet;
}

async function insertKey(
  session: SqlSession,
  parts: StoreParts,
  { accountId, prefix, sha256, label, restrictions }: NewApiKey,
): Promise<ApiKey> {
  const [row] = await session.run<KeyRow>(sql`
    INSERT INTO api_key (id, account_id, prefix, sha256, label, restrictions, created_at_ms)
    VALUES (${randomId("key")}, ${accountId}, ${prefix}, ${sha256}, ${label}, ${restrictionsToText(restrictions)},
      ${parts.clock.nowMs()})
    ON CONFLICT (sha256) DO NOTHING
    RETURNING ${KEY_COLUMNS}`);
  if (row === undefined) throw new Error("there is an API key of that hash already");
  await addAuditLines(session, parts, row.account_id, [{ action: "keys issue", about: row.id }]);
  return keyFromRow(row);
}

export function keyFromRow(row: KeyRow): ApiKey {
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

export function restrictionsToText(restrictions: KeyRestrictions | undefined): string | undefined {
  return restrictions && JSON.stringify(restrictions);
}

function restrictionsFromText(text: string | null): KeyRestrictions | undefined {
  return text === null ? undefined : (JSON.parse(text) as KeyRestrictions);
}

// Accounts leaving a PostgreSQL, and arriving in one.
import type { AccountRecord, AccountStore, ImportResult } from "../account-store.ts";
import { readInBatches } from "../sql/read-in-batches.ts";
import { usageDayFromText } from "../usage-day.ts";
import { accountColumns, accountFromRow, type AccountRow } from "./accounts.ts";
import { keyFromRow } from "./api-keys.ts";
import { statementFailure } from "./failure.ts";
import { historyColumn } from "./changes/history.ts";
import { inOwnTransaction, type Transaction } from "./own-transaction.ts";
import type { PostgresStoreParts } from "./store-parts.ts";
import { BEFORE_ALL, usageFromRow, verdictsColumn, type Age, type DayRow } from "./usage.ts";

type PostgresTransfer = Pick<AccountStore, "exportAccounts" | "importAccounts">;

type KeyRecord = AccountRecord["keys"][number];
type AuditLine = AccountRecord["audit"][number];
type RecordRow = AccountRow & {
  readonly seq: number;
  /** JSON has null for what is undefined. */
  readonly keys: readonly { readonly [Name in keyof KeyRecord]: KeyRecord[Name] | null }[];
  readonly sports: AccountRecord["sports"];
  readonly days: readonly DayRow[];
  readonly verdicts: AccountRecord["verdicts"];
  readonly history: AccountRecord["history"];
  readonly audit: readonly (Omit<AuditLine, "about"> & { readonly about: string | null })[];
};

/** How many accounts are asked for at once: a statement is to end well before its deadline. */
const BATCH = 10;

/** How long one statement of an import may take. */
const IMPORT_STATEMENT_TIMEOUT_MS = 10_000;

/** An import is one transaction. */
export function createPostgresTransfer(parts: PostgresStoreParts): PostgresTransfer {
  return {
    async *exportAccounts() {
      const rows = readInBatches(BEFORE_ALL, (last) => readRecords(parts, last));
      for await (const row of rows) yield recordFromRow(row);
    },
    importAccounts: async (records) => {
      const options = { statementTimeoutMs: IMPORT_STATEMENT_TIMEOUT_MS };
      try {
        return await inOwnTransaction(parts, options, (sql) => addAll(sql, parts, records));
      } catch (error) {
        if (error instanceof Existing) return { kind: "Refused", existing: error.id, imported: 0 };
        throw error;
      }
    },
  };
}

function readRecords({ connection }: PostgresStoreParts, last: Age): Promise<readonly RecordRow[]> {
  // One row an account, oldest first, with all that belongs to it as JSON lists, as it is at one instant.
  return connection.ask<RecordRow>(
    (sql) => sql`
      SELECT ${accountColumns(sql)}, account.seq,
        (SELECT coalesce(json_agg(json_build_object(
             'id', id, 'prefix', prefix, 'sha256', sha256, 'label', label, 'restrictions', restrictions,
             'createdAtMs', created_at_ms, 'revokedAtMs', revoked_at_ms)
           ORDER BY created_at_ms, seq), '[]')
         FROM api_key WHERE account_id = account.id) AS keys,
        (SELECT coalesce(json_agg(json_build_object('id', id, 'definition', definition) ORDER BY id), '[]')
         FROM custom_sport WHERE account_id = account.id) AS sports,
        (SELECT coalesce(json_agg(json_build_object(
             'month', month, 'day', day, 'method', method, 'keyId', key_id, 'calls', calls)
           ORDER BY month, day, method, key_id), '[]')
         FROM usage_by_day WHERE account_id = account.id) AS days,
        (SELECT coalesce(json_agg(json_build_object('month', month, 'verdicts', verdicts) ORDER BY month), '[]')
         FROM (
           SELECT month, ${verdictsColumn(sql)} FROM month_total
           WHERE account_id = account.id AND safe_to_book + proceed_with_caution + not_recommended > 0
         ) AS told) AS verdicts,
        ${historyColumn(sql)} AS history,
        (SELECT coalesce(json_agg(json_build_object(
             'atMs', at_ms, 'operator', operator, 'action', action, 'about', about)
           ORDER BY seq), '[]')
         FROM audit_log WHERE account_id = account.id) AS audit
      FROM account
      WHERE (created_at_ms, seq) > (${last.createdAtMs}::bigint, ${last.seq}::bigint)
      ORDER BY created_at_ms, seq LIMIT ${BATCH}`,
  );
}

function recordFromRow({ keys, sports, days, verdicts, history, audit, ...row }: RecordRow): AccountRecord {
  const { seq: _seq, ...accountRow } = row;
  return {
    account: accountFromRow(accountRow),
    keys: keys.map((key) => keyFromRow<KeyRecord>(key)),
    sports,
    usage: days.map(usageFromRow),
    verdicts,
    history,
    audit: audit.map((line) => ({ ...line, about: line.about ?? undefined })),
  };
}

/** Undoes the transaction it is thrown in. */
class Existing extends Error {
  readonly id: string;
  constructor(id: string) {
    super(`${id} is there already`);
    this.id = id;
  }
}

async function addAll(
  sql: Transaction,
  { clock, operator }: PostgresStoreParts,
  records: AsyncIterable<AccountRecord>,
): Promise<ImportResult> {
  let accounts = 0;
  for await (const record of records) {
    try {
      await addRecord(sql, record);
      await addLines(sql, record.account.id, [{ atMs: clock.nowMs(), operator, action: "accounts import" }]);
    } catch (error) {
      throw error instanceof Existing ? error : statementFailure(error);
    }
    accounts += 1;
  }
  return { kind: "Imported", accounts };
}

/** Adds an account with all that belongs to it; throws where any of it is there already. */
export async function addRecord(sql: Transaction, record: AccountRecord): Promise<void> {
  await addAccount(sql, record);
  await addUsage(sql, record);
  await addPeriods(sql, record);
  await addLines(sql, record.account.id, record.audit);
}

async function addAccount(sql: Transaction, { account, keys, sports }: AccountRecord): Promise<void> {
  const { closedAtMs = null, deletedAtMs = null } = account;
  const {
    id,
    name,
    externalRef = null,
    plan,
    monthlyQuota,
    isSuspended,
    createdAtMs,
    sportsRevision,
  } = account;
  // No row where there is such an account already, or one of that reference.
  const added = await sql`
    INSERT INTO account (id, name, external_ref, plan, monthly_quota, is_suspended, closed_at_ms, deleted_at_ms,
      created_at_ms, sports_revision)
    VALUES (${id}, ${name}, ${externalRef}, ${plan}, ${monthlyQuota}, ${isSuspended}, ${closedAtMs}, ${deletedAtMs},
      ${createdAtMs}, ${sportsRevision})
    ON CONFLICT DO NOTHING RETURNING id`;
  if (added.length === 0) {
    const same = await sql`SELECT id FROM account WHERE external_ref = ${externalRef}`;
    throw new Existing(same.length > 0 && externalRef !== null ? externalRef : id);
  }
  // No row for a key of that id or that hash that is there already, in any account.
  const addedKeys = await sql<{ id: string }[]>`
    INSERT INTO api_key (id, account_id, prefix, sha256, label, restrictions, created_at_ms, revoked_at_ms)
    SELECT id, ${id}, prefix, sha256, label, restrictions, "createdAtMs", "revokedAtMs"
    FROM json_to_recordset(${JSON.stringify(keys)}::text::json) AS each (id text, prefix text, sha256 text, label text,
      restrictions json, "createdAtMs" bigint, "revokedAtMs" bigint)
    ON CONFLICT DO NOTHING RETURNING id`;
  const existing = keys.find((key) => !addedKeys.some((each) => each.id === key.id));
  if (existing !== undefined) throw new Existing(existing.id);
  await sql`
    INSERT INTO custom_sport (account_id, id, definition)
    SELECT ${id}, id, definition FROM json_to_recordset(${JSON.stringify(sports)}::text::json) AS each (id text, definition text)`;
}

async function addUsage(
  sql: Transaction,
  { account: { id }, usage, verdicts }: AccountRecord,
): Promise<void> {
  const days = usage.map(({ day, keyId = "", ...row }) => ({ ...usageDayFromText(day), keyId, ...row }));
  // The days, and the months they add up to.
  await sql`
    WITH days AS (
      INSERT INTO usage_by_day (account_id, month, day, key_id, method, calls)
      SELECT ${id}, month, day, "keyId", method, calls FROM json_to_recordset(${JSON.stringify(days)}::text::json)
        AS each (month text, day integer, "keyId" text, method text, calls bigint)
      RETURNING month, calls
    )
    INSERT INTO month_total (account_id, month, calls) SELECT ${id}, month, sum(calls) FROM days GROUP BY month`;
  const told = verdicts.map(({ month, verdicts: counts }) => ({ month, ...counts }));
  await sql`
    UPDATE month_total SET safe_to_book = told.safe_to_book, proceed_with_caution = told.proceed_with_caution,
      not_recommended = told.not_recommended
    FROM json_to_recordset(${JSON.stringify(told)}::text::json)
      AS told (month text, safe_to_book bigint, proceed_with_caution bigint, not_recommended bigint)
    WHERE month_total.account_id = ${id} AND month_total.month = told.month`;
}

async function addPeriods(sql: Transaction, { account: { id }, history }: AccountRecord): Promise<void> {
  await sql`
    INSERT INTO plan_period (account_id, since_ms, plan, monthly_quota, state, is_presumed)
    SELECT ${id}, "sinceMs", plan, "monthlyQuota", state, "isPresumed"
    FROM json_to_recordset(${JSON.stringify(history)}::text::json)
      AS each ("sinceMs" bigint, plan text, "monthlyQuota" bigint, state text, "isPresumed" boolean)`;
}

async function addLines(sql: Transaction, accountId: string, lines: readonly AuditLine[]): Promise<void> {
  await sql`
    INSERT INTO audit_log (at_ms, operator, action, account_id, about)
    SELECT "atMs", operator, action, ${accountId}, about
    FROM json_to_recordset(${JSON.stringify(lines)}::text::json)
      AS each ("atMs" bigint, operator text, action text, about text)`;
}

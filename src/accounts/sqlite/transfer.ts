// Accounts leaving a SQLite store, and arriving in one.
import type { DatabaseSync } from "node:sqlite";
import type { AccountRecord, AccountStore, ImportResult } from "../account-store.ts";
import { usageDayFromText } from "../usage-day.ts";
import { accountFromRow, type AccountRow } from "./accounts.ts";
import { attempt } from "./attempt.ts";
import { connectSqlite } from "./database.ts";
import { createSqliteAudit, HISTORY_AS_JSON, periodFromRow, type PeriodRow } from "./history.ts";
import { restrictionsToText } from "./restrictions.ts";
import type { SqliteStoreParts } from "./store-parts.ts";
import { usageFromRow, verdictsFromRow, type DayRow, type MonthRow } from "./usage.ts";

type SqliteTransfer = Pick<AccountStore, "exportAccounts" | "importAccounts">;

/**
 * Both use connections of their own, so that a transaction of theirs takes in nothing that the store does meanwhile. An
 * import is one transaction: until it ends nobody else can write, and calls fail as StoreUnavailable.
 */
export function createSqliteTransfer({
  path,
  clock,
  operator,
}: Pick<SqliteStoreParts, "path" | "clock" | "operator">): SqliteTransfer {
  return {
    async *exportAccounts() {
      const database = await attempt(() => connectSqlite(path));
      try {
        const records = readRecords(database);
        for (let next = await attempt(() => records.next()); next.done !== true;) {
          yield next.value;
          next = await attempt(() => records.next());
        }
      } finally {
        database.close();
      }
    },
    importAccounts: (records) =>
      attempt(async () => {
        const database = connectSqlite(path);
        try {
          database.exec("BEGIN IMMEDIATE");
          const result = await addAll({ database, clock, operator }, records);
          if (result.kind === "Imported") database.exec("COMMIT");
          return result;
        } finally {
          // Undoes what was not committed.
          database.close();
        }
      }),
  };
}

type RecordRow = AccountRow &
  Readonly<Record<"keys" | "sports" | "days" | "months" | "history" | "audit", string>>;

function* readRecords(database: DatabaseSync): Generator<AccountRecord> {
  // One row an account, oldest first, with all that belongs to it as JSON lists. A statement sees the whole file as it was
  // when its first row was read, and in WAL mode it holds up nobody.
  const rows = database.prepare(`
    SELECT account.*,
      (SELECT json_group_array(json_object(
         'id', id, 'prefix', prefix, 'sha256', sha256, 'label', label, 'createdAtMs', created_at_ms,
         'revokedAtMs', revoked_at_ms, 'restrictions', json(restrictions)) ORDER BY created_at_ms, rowid)
       FROM api_key WHERE account_id = account.id) AS keys,
      (SELECT json_group_array(json_object('id', id, 'definition', definition) ORDER BY id)
       FROM custom_sport WHERE account_id = account.id) AS sports,
      (SELECT json_group_array(json_object('month', month, 'day', day, 'method', method, 'key_id', key_id, 'calls', calls)
         ORDER BY month, day, method, key_id)
       FROM usage_by_day WHERE account_id = account.id) AS days,
      (SELECT json_group_array(json_object('month', month, 'safe_to_book', safe_to_book,
         'proceed_with_caution', proceed_with_caution, 'not_recommended', not_recommended) ORDER BY month)
       FROM usage_by_month
       WHERE account_id = account.id AND safe_to_book + proceed_with_caution + not_recommended > 0) AS months,
      ${HISTORY_AS_JSON} AS history,
      (SELECT json_group_array(json_object('atMs', at_ms, 'operator', operator, 'action', action, 'about', about) ORDER BY seq)
       FROM audit_log WHERE account_id = account.id) AS audit
    FROM account
    ORDER BY created_at_ms, rowid`);
  for (const row of rows.iterate() as Iterable<RecordRow>) {
    yield recordFromRow(row);
  }
}

type KeyRecord = AccountRecord["keys"][number];
/** JSON has null for what is undefined. */
type KeyJson = { readonly [Name in keyof KeyRecord]: KeyRecord[Name] | null };

type AuditLine = AccountRecord["audit"][number];
type AuditJson = Omit<AuditLine, "about"> & { readonly about: string | null };

function lineFromJson({ about, ...line }: AuditJson): AuditLine {
  return { ...line, about: about ?? undefined };
}

function keyFromJson(json: KeyJson): KeyRecord {
  const { label, revokedAtMs, restrictions } = json;
  return Object.assign(json as KeyRecord, {
    label: label ?? undefined,
    revokedAtMs: revokedAtMs ?? undefined,
    restrictions: restrictions ?? undefined,
  });
}

function recordFromRow(row: RecordRow): AccountRecord {
  return {
    account: accountFromRow(row),
    keys: (JSON.parse(row.keys) as KeyJson[]).map(keyFromJson),
    sports: JSON.parse(row.sports),
    usage: (JSON.parse(row.days) as DayRow[]).map(usageFromRow),
    verdicts: (JSON.parse(row.months) as MonthRow[]).map((told) => ({
      month: told.month,
      verdicts: verdictsFromRow(told),
    })),
    history: (JSON.parse(row.history) as PeriodRow[]).map(periodFromRow),
    audit: (JSON.parse(row.audit) as AuditJson[]).map(lineFromJson),
  };
}

async function addAll(
  parts: Pick<SqliteStoreParts, "database" | "clock" | "operator">,
  records: AsyncIterable<AccountRecord>,
): Promise<ImportResult> {
  const addRecord = createAddRecord(parts.database);
  const audit = createSqliteAudit(parts);
  let accounts = 0;
  for await (const record of records) {
    const existing = addRecord(record);
    if (existing !== undefined) return { kind: "Refused", existing, imported: 0 };
    audit(record.account.id, { action: "accounts import" });
    accounts += 1;
  }
  return { kind: "Imported", accounts };
}

/** Adds an account with all that belongs to it, or returns what of it is there already, and has to be undone then. */
export function createAddRecord(database: DatabaseSync): (record: AccountRecord) => string | undefined {
  const sql = prepareStatements(database);
  return ({ account, keys, sports, usage, verdicts, history, audit }) => {
    const accountId = account.id;
    const { externalRef = null, closedAtMs = null, deletedAtMs = null } = account;
    if (externalRef !== null && sql.findRef.get({ externalRef }) !== undefined) return externalRef;
    const values = {
      ...account,
      externalRef,
      closedAtMs,
      deletedAtMs,
      isSuspended: Number(account.isSuspended),
    };
    if (sql.addAccount.run(values).changes === 0) return accountId;
    for (const { label = null, revokedAtMs = null, restrictions, ...key } of keys) {
      const text = restrictionsToText(restrictions);
      const values = { ...key, accountId, label, revokedAtMs, restrictions: text };
      if (sql.addKey.run(values).changes === 0) return key.id;
    }
    for (const { id, definition } of sports) sql.addSport.run({ accountId, id, definition });
    for (const { day, method, keyId = "", calls } of usage) {
      sql.addDay.run({ accountId, ...usageDayFromText(day), keyId, method, calls });
    }
    for (const { month, verdicts: told } of verdicts) sql.addVerdicts.run({ accountId, month, ...told });
    for (const { isPresumed, ...period } of history) {
      sql.addPeriod.run({ accountId, ...period, isPresumed: Number(isPresumed) });
    }
    for (const { about = null, ...line } of audit) sql.addLine.run({ accountId, ...line, about });
    return undefined;
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    findRef: database.prepare("SELECT 1 FROM account WHERE external_ref = :externalRef"),
    // No row changed where there is such an account already.
    addAccount: database.prepare(`
      INSERT INTO account (id, name, external_ref, plan, monthly_quota, is_suspended, closed_at_ms, deleted_at_ms,
        created_at_ms, sports_revision)
      VALUES (:id, :name, :externalRef, :plan, :monthlyQuota, :isSuspended, :closedAtMs, :deletedAtMs, :createdAtMs,
        :sportsRevision)
      ON CONFLICT DO NOTHING`),
    // No row changed where there is a key of that id or that hash already, in any account.
    addKey: database.prepare(`
      INSERT INTO api_key (id, account_id, prefix, sha256, label, created_at_ms, revoked_at_ms, restrictions)
      VALUES (:id, :accountId, :prefix, :sha256, :label, :createdAtMs, :revokedAtMs, :restrictions)
      ON CONFLICT DO NOTHING`),
    addSport: database.prepare(
      "INSERT INTO custom_sport (account_id, id, definition) VALUES (:accountId, :id, :definition)",
    ),
    // The table's trigger moves the month by as much.
    addDay: database.prepare(`
      INSERT INTO usage_by_day (account_id, month, day, key_id, method, calls)
      VALUES (:accountId, :month, :day, :keyId, :method, :calls)`),
    addPeriod: database.prepare(`
      INSERT INTO plan_period (account_id, since_ms, plan, monthly_quota, state, is_presumed)
      VALUES (:accountId, :sinceMs, :plan, :monthlyQuota, :state, :isPresumed)`),
    addLine: database.prepare(`
      INSERT INTO audit_log (at_ms, operator, action, account_id, about)
      VALUES (:atMs, :operator, :action, :accountId, :about)`),
    // After the month's days, so that it is there.
    addVerdicts: database.prepare(`
      UPDATE usage_by_month
      SET safe_to_book = :safe_to_book,
          proceed_with_caution = :proceed_with_caution,
          not_recommended = :not_recommended
      WHERE account_id = :accountId AND month = :month`),
  };
}

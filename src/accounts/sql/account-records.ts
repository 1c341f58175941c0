// Reads accounts with everything that belongs to them, and adds them to another store.
import { byVerdict } from "../../scoring/verdicts.ts";
import type { AccountRecord, MoveFacet } from "../store.ts";
import { totalCalls } from "../usage.ts";
import { ACCOUNT_COLUMNS, accountFromRow, type AccountRow } from "./accounts.ts";
import { KEY_COLUMNS, keyFromRow, restrictionsToText, type KeyRow } from "./api-keys.ts";
import { lineFromRow, PERIOD_COLUMNS, periodFromRow, type AuditRow, type PeriodRow } from "./history.ts";
import {
  number,
  readInBatches,
  sql,
  type Sql,
  type SqlDialect,
  type SqlSession,
  type StoreParts,
} from "./sql.ts";
import {
  accountsAfter,
  BEFORE_ALL,
  DAY_COLUMNS,
  usageFromRow,
  verdictsFromRow,
  type Age,
  type DayRow,
  type MonthRow,
} from "./usage.ts";

/** Accounts read or written at once: each may have some 400 rows, and a statement has to meet its deadline. */
const BATCH = 50;

export function createAccountRecords(parts: StoreParts) {
  const { database } = parts;
  return {
    accountRecords: () => readAccountRecords(database.dialect, (read) => database.snapshot(read)),
    addAccountRecords: (records, { beforeCommit } = {}) =>
      database.longTransaction(async (session) => {
        await addAll(session, parts, records);
        const added = readAccountRecords(database.dialect, (read) => read(session));
        await beforeCommit?.(added);
      }),
  } satisfies Partial<MoveFacet>;
}

type Owned = { readonly account_id: string };

/** All accounts, oldest first; each batch is consistent. */
export async function* readAccountRecords(
  dialect: SqlDialect,
  atOneInstant: <Result>(read: (session: SqlSession) => Promise<Result>) => Promise<Result>,
): AsyncGenerator<AccountRecord> {
  const batches = readInBatches<Age, Age & { readonly record: AccountRecord }>(BEFORE_ALL, (last) =>
    atOneInstant((session) => readBatch(session, dialect, last)),
  );
  for await (const { record } of batches) yield record;
}

async function readBatch(
  { run }: SqlSession,
  dialect: SqlDialect,
  last: Age,
): Promise<readonly (Age & { readonly record: AccountRecord })[]> {
  const accounts = await run<AccountRow & Age>(
    sql`SELECT ${ACCOUNT_COLUMNS}, account.seq FROM account ${accountsAfter(last, BATCH)}`,
  );
  if (accounts.length === 0) return [];
  const theirs = sql`WHERE account_id ${dialect.oneOf(accounts.map(({ id }) => id))}`;
  const rowsOf = async <Row extends Owned>(columns: Sql, order: Sql) => {
    const rows = await run<Row>(sql`SELECT ${columns} ${theirs} ORDER BY ${order}`);
    const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
    return (accountId: string) => byAccount.get(accountId) ?? [];
  };
  const keys = await rowsOf<KeyRow & { readonly sha256: string }>(
    sql`${KEY_COLUMNS}, sha256 FROM api_key`,
    sql`created_at_ms, seq`,
  );
  const sports = await rowsOf<Owned & Record<"id" | "definition", string>>(
    sql`account_id, id, definition FROM custom_sport`,
    sql`id`,
  );
  const days = await rowsOf<Owned & DayRow>(
    sql`account_id, ${DAY_COLUMNS} FROM usage_by_day`,
    sql`month, day, method, key_id`,
  );
  const months = await rowsOf<Owned & MonthRow>(
    sql`account_id, month, safe_to_book, proceed_with_caution, not_recommended FROM month_total`,
    sql`month`,
  );
  const periods = await rowsOf<Owned & PeriodRow>(
    sql`account_id, ${PERIOD_COLUMNS} FROM plan_period`,
    sql`seq`,
  );
  const lines = await rowsOf<AuditRow>(
    sql`account_id, at_ms, operator, action, about FROM audit_log`,
    sql`seq`,
  );
  return accounts.map((row) => {
    const { id, created_at_ms, seq } = row;
    const record = {
      account: accountFromRow(row),
      keys: keys(id).map((key) => {
        const { accountId: _, ...rest } = keyFromRow(key);
        return Object.assign(rest, { sha256: key.sha256 });
      }),
      sports: sports(id).map(({ id: sport, definition }) => ({ id: sport, definition })),
      usage: days(id).map(usageFromRow),
      verdicts: months(id)
        .map((each) => ({ month: each.month, verdicts: verdictsFromRow(each) }))
        .filter(({ verdicts }) => Object.values(verdicts).some((count) => count > 0)),
      history: periods(id).map(periodFromRow),
      audit: lines(id).map(lineFromRow),
    };
    return { created_at_ms, seq, record };
  });
}

async function addAll(
  session: SqlSession,
  { database, clock, operator }: StoreParts,
  records: AsyncIterable<AccountRecord>,
): Promise<void> {
  let batch: AccountRecord[] = [];
  const add = async () => {
    await addBatch(session, database.dialect, batch);
    batch = [];
  };
  for await (const record of records) {
    const moved = { atMs: clock.nowMs(), operator, action: "accounts move" } as const;
    batch.push({ ...record, audit: [...record.audit, moved] });
    if (batch.length === BATCH) await add();
  }
  if (batch.length > 0) await add();
}

async function addBatch(
  session: SqlSession,
  { each }: SqlDialect,
  records: readonly AccountRecord[],
): Promise<void> {
  /** All items of a kind in these records, each with its account's id. */
  const all = (itemsOf: (record: AccountRecord) => readonly object[]): Sql =>
    each(
      records.flatMap((record) => {
        const accountId = record.account.id;
        return itemsOf(record).map((item) => Object.assign({}, item, { accountId }));
      }),
    );
  await addAccounts(session, each(records.map(({ account }) => account)), records);
  await addKeys(
    session,
    all(({ keys }) =>
      keys.map((key) => Object.assign({}, key, { restrictions: restrictionsToText(key.restrictions) })),
    ),
    records,
  );
  await addWhatBelongs(session, all);
}

/** Throws if an account or its reference is there, or is twice in the batch. */
async function addAccounts(
  { run }: SqlSession,
  accounts: Sql,
  records: readonly AccountRecord[],
): Promise<void> {
  const added = await run<{ readonly id: string }>(sql`
    INSERT INTO account (id, name, external_ref, plan, monthly_quota, is_suspended, closed_at_ms, deleted_at_ms,
      created_at_ms, sports_revision)
    SELECT each.value->>'id', each.value->>'name', each.value->>'externalRef', each.value->>'plan',
      ${number("monthlyQuota")}, CAST(each.value->>'isSuspended' AS boolean), ${number("closedAtMs")},
      ${number("deletedAtMs")}, ${number("createdAtMs")}, ${number("sportsRevision")}
    FROM ${accounts} WHERE true
    ON CONFLICT DO NOTHING RETURNING id`);
  // `delete` removes an id when it is found, so the second of two equal ones is refused too.
  const addedIds = new Set(added.map(({ id }) => id));
  const refused = records.find(({ account }) => !addedIds.delete(account.id));
  if (refused !== undefined) throw isThere(refused.account.id, "its id or reference");
}

/** Throws if a key's id or hash is there, in any account, or is twice in the batch. */
async function addKeys({ run }: SqlSession, allKeys: Sql, records: readonly AccountRecord[]): Promise<void> {
  const added = await run<{ readonly id: string }>(sql`
    INSERT INTO api_key (id, account_id, prefix, sha256, label, restrictions, created_at_ms, revoked_at_ms)
    SELECT each.value->>'id', each.value->>'accountId', each.value->>'prefix', each.value->>'sha256',
      each.value->>'label', each.value->>'restrictions', ${number("createdAtMs")}, ${number("revokedAtMs")}
    FROM ${allKeys} WHERE true
    ON CONFLICT DO NOTHING RETURNING id`);
  const addedIds = new Set(added.map(({ id }) => id));
  const refused = records.flatMap(({ keys }) => keys).find(({ id }) => !addedIds.delete(id));
  if (refused !== undefined) throw isThere(refused.id, "its id or hash");
}

const isThere = (id: string, what: string) =>
  new Error(`${id} cannot be added: ${what} already exists. Nothing was added.`);

async function addWhatBelongs(
  { run }: SqlSession,
  all: (itemsOf: (record: AccountRecord) => readonly object[]) => Sql,
): Promise<void> {
  await run(sql`
    INSERT INTO custom_sport (account_id, id, definition)
    SELECT each.value->>'accountId', each.value->>'id', each.value->>'definition' FROM ${all(({ sports }) => sports)}`);
  await run(sql`
    INSERT INTO usage_by_day (account_id, month, day, key_id, method, calls)
    SELECT each.value->>'accountId', each.value->>'month', ${number("day")}, each.value->>'keyId',
      each.value->>'method', ${number("calls")}
    FROM ${all(({ usage }) =>
      usage.map(({ day, keyId = "", ...row }) => Object.assign(row, dayOfMonth(day), { keyId })),
    )}`);
  await run(sql`
    INSERT INTO month_total (account_id, month, calls, safe_to_book, proceed_with_caution, not_recommended)
    SELECT each.value->>'accountId', each.value->>'month', ${number("calls")},
      ${number("safe_to_book")}, ${number("proceed_with_caution")}, ${number("not_recommended")}
    FROM ${all(monthTotals)}`);
  await run(sql`
    INSERT INTO plan_period (account_id, ${PERIOD_COLUMNS})
    SELECT each.value->>'accountId', ${number("sinceMs")}, each.value->>'plan',
      ${number("monthlyQuota")}, each.value->>'state', CAST(each.value->>'isPresumed' AS boolean)
    FROM ${all(({ history }) => history)}`);
  await run(sql`
    INSERT INTO audit_log (at_ms, operator, action, account_id, about)
    SELECT ${number("atMs")}, each.value->>'operator', each.value->>'action', each.value->>'accountId', each.value->>'about'
    FROM ${all(({ audit }) => audit)}`);
}

/** Stores keep a day as its month and its number. */
function dayOfMonth(day: string) {
  return { month: day.slice(0, "2026-11".length), day: Number(day.slice("2026-11-".length)) };
}

const NO_VERDICTS = byVerdict(() => 0);

/** The monthly sums of a record's days, with the verdicts of those months. */
function monthTotals({ usage, verdicts }: AccountRecord): readonly object[] {
  const byMonth = Map.groupBy(usage, ({ day }) => dayOfMonth(day).month);
  return [...byMonth].map(([month, rows]) => {
    const told = verdicts.find((each) => each.month === month);
    return Object.assign({ month, calls: totalCalls(rows) }, told?.verdicts ?? NO_VERDICTS);
  });
}

// The transaction that every answer waits for.
import type { DatabaseSync } from "node:sqlite";
import { oldestRetainedMonth } from "../retention.ts";
import type { CountedRow, SpendingRow } from "../spending-rows.ts";
import { inTransaction } from "./attempt.ts";

/** Counts rows of calls, each up to its quota, and commits; throws after undoing all. */
export type CountRows = (rows: readonly SpendingRow[], nowMs: number) => readonly CountedRow[];

/**
 * How many months of accounts one commit forgets at most. Each has about 90 rows, so this adds a few milliseconds; ten
 * thousand accounts have lost an old month after some thousand commits.
 */
const MONTHS_FORGOTTEN_AT_ONCE = 8;

export function createSqliteCounting(database: DatabaseSync): CountRows {
  const sql = prepareStatements(database);
  /** Every month before this one has been forgotten. */
  let forgottenBefore = "";
  const forgetOldMonths = (nowMs: number): void => {
    const oldest = oldestRetainedMonth(nowMs);
    if (oldest !== forgottenBefore) {
      const { changes } = sql.forget.run({ oldest, limit: MONTHS_FORGOTTEN_AT_ONCE });
      forgottenBefore = changes === 0 ? oldest : forgottenBefore;
    }
  };

  // Nobody else writes during the transaction, so looking and adding are one step.
  const countRow = ({ accountId, month, day, method, quota, calls }: SpendingRow): CountedRow => {
    const row = sql.usedInMonth.get({ accountId, month }) as { calls: number } | undefined;
    const usedBefore = row?.calls ?? 0;
    const counted = Math.min(calls, Math.max(0, quota - usedBefore));
    if (counted > 0) sql.count.run({ accountId, month, day, method, calls: counted });
    return { usedBefore, counted };
  };

  return (rows, nowMs) =>
    inTransaction(database, () => {
      const counted = rows.map(countRow);
      forgetOldMonths(nowMs);
      return counted;
    });
}

function prepareStatements(database: DatabaseSync) {
  return {
    usedInMonth: database.prepare(
      "SELECT calls FROM usage_by_month WHERE account_id = :accountId AND month = :month",
    ),
    // The table's triggers move the month by as much within this same statement.
    // ('acc_a', '2026-11', 21, 'GetForecast', 3) after 497 calls this month: the day's row grows by 3, the month is at 500.
    count: database.prepare(`
      INSERT INTO usage_by_day (account_id, month, day, method, calls)
      VALUES (:accountId, :month, :day, :method, :calls)
      ON CONFLICT (account_id, month, day, method) DO UPDATE SET calls = calls + excluded.calls`),
    // Forgets a few months of accounts before :oldest, with their days: the table's trigger takes those along.
    forget: database.prepare(`
      DELETE FROM usage_by_month
      WHERE (account_id, month) IN (SELECT account_id, month FROM usage_by_month WHERE month < :oldest LIMIT :limit)`),
  };
}

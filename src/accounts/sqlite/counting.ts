// The transaction that every answer waits for.
import type { DatabaseSync } from "node:sqlite";
import { HOUR_MS } from "../../clock.ts";
import { HOURS_TRUSTED, MONTHS_FORGOTTEN_AT_ONCE, oldestMonthToStay } from "../sql/forgetting.ts";
import { monthAt } from "../month.ts";
import type { CountedRow, SpendingRow } from "../spending-rows.ts";
import { verdictCounts } from "../verdict-letters.ts";
import type { ProviderDay } from "../fleet/provider-calls.ts";
import { inTransaction } from "./attempt.ts";
import type { CountingRequest } from "./counter.ts";
import { createSqliteProviderCalls } from "./provider-calls.ts";

/** Counts rows of calls, each up to its limits, takes calls of providers, and commits; throws after undoing all. */
export type CountRows = (request: CountingRequest) => Counted;

export interface Counted {
  readonly rows: readonly CountedRow[];
  readonly taken: readonly ProviderDay[];
}

export function createSqliteCounting(database: DatabaseSync): CountRows {
  const sql = prepareStatements(database);
  const take = createSqliteProviderCalls(database);
  let seenHour = Number.NaN;
  let oldest = "";
  /** Every month before this one has been forgotten. */
  let forgottenBefore = "";

  /** Notes that this hour has come. Any process may have noted it already. */
  const see = (hour: number): void => {
    const nowMs = hour * HOUR_MS;
    sql.see.run({ month: monthAt(nowMs).month, hour });
    const { month } = sql.newestTrusted.get({ hours: HOURS_TRUSTED }) as { month: string | null };
    oldest = oldestMonthToStay(nowMs, month);
  };

  const forgetOldMonths = (): void => {
    const { changes } = sql.forget.run({ oldest, limit: MONTHS_FORGOTTEN_AT_ONCE });
    forgottenBefore = changes === 0 ? oldest : forgottenBefore;
  };

  // Nobody else writes during the transaction, so looking and adding are one step.
  const countRow = (asked: SpendingRow): CountedRow => {
    const { accountId, month, day, method, keyId = "", quota, dailyQuota, calls } = asked;
    const usedBefore = callsIn(sql.usedInMonth.get(accountId, month));
    let left = quota - usedBefore;
    let usedOfDayBefore: number | undefined;
    if (dailyQuota !== undefined) {
      usedOfDayBefore = callsIn(sql.usedOfDay.get({ accountId, month, day, keyId }));
      left = Math.min(left, dailyQuota - usedOfDayBefore);
    }
    const counted = Math.min(calls, Math.max(0, left));
    if (counted > 0) sql.count.run(accountId, month, day, keyId, method, counted);
    const verdicts = verdictCounts(asked.verdicts.slice(0, counted));
    if (verdicts !== undefined) {
      const { safe_to_book, proceed_with_caution, not_recommended } = verdicts;
      sql.countVerdicts.run(accountId, month, safe_to_book, proceed_with_caution, not_recommended);
    }
    return { usedBefore, counted, usedOfDayBefore };
  };

  return ({ rows, takes, nowMs, isProbe }) => {
    const hour = Math.floor(nowMs / HOUR_MS);
    const counted = inTransaction(database, () => {
      if (isProbe || hour !== seenHour) see(hour);
      if (oldest !== forgottenBefore) forgetOldMonths();
      return { rows: rows.map(countRow), taken: takes.map(take) };
    });
    // Not before it is committed: what was undone is to be noted again.
    seenHour = hour;
    return counted;
  };
}

/** Of a row, if there is one. */
function callsIn(row: unknown): number {
  return (row as { calls: number } | undefined)?.calls ?? 0;
}

function prepareStatements(database: DatabaseSync) {
  return {
    // What every call is counted by has its parameters by their order, which is cheaper than by name.
    usedInMonth: database.prepare("SELECT calls FROM usage_by_month WHERE account_id = ?1 AND month = ?2"),
    // ('acc_a', '2026-11', 21, 'key_a') -> (399), by whichever methods.
    usedOfDay: database.prepare(`
      SELECT coalesce(sum(calls), 0) AS calls FROM usage_by_day
      WHERE account_id = :accountId AND month = :month AND day = :day AND key_id = :keyId`),
    // The table's triggers move the month by as much within this same statement.
    // ('acc_a', '2026-11', 21, 'key_a', 'GetForecast', 3) after 497 calls this month: the day's row grows by 3, the month is
    // at 500.
    count: database.prepare(`
      INSERT INTO usage_by_day (account_id, month, day, key_id, method, calls)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (account_id, month, day, key_id, method) DO UPDATE SET calls = calls + excluded.calls`),
    // After its calls were counted, so that the month is there.
    // ('acc_a', '2026-11', 2, 0, 1) -> two answers more said safe_to_book, and one not_recommended.
    countVerdicts: database.prepare(`
      UPDATE usage_by_month
      SET safe_to_book = safe_to_book + ?3,
          proceed_with_caution = proceed_with_caution + ?4,
          not_recommended = not_recommended + ?5
      WHERE account_id = ?1 AND month = ?2`),
    // Forgets a few months of accounts before :oldest, with their days: the table's trigger takes those along.
    forget: database.prepare(`
      DELETE FROM usage_by_month
      WHERE (account_id, month) IN (SELECT account_id, month FROM usage_by_month WHERE month < :oldest LIMIT :limit)`),
    // An hour counts once, and only after all that were seen before it. It is written whatever it says: a probe needs that.
    // ('2026-11', 498637) -> one hour more than before, unless 498637 or a later one was seen.
    see: database.prepare(`
      INSERT INTO month_seen (month, hours, latest_hour) VALUES (:month, 1, :hour)
      ON CONFLICT (month) DO UPDATE SET
        hours = hours + (excluded.latest_hour > latest_hour),
        latest_hour = max(latest_hour, excluded.latest_hour)`),
    // The newest month of which enough was seen; nothing in a new file.
    newestTrusted: database.prepare("SELECT max(month) AS month FROM month_seen WHERE hours >= :hours"),
  };
}

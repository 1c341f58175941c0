// The thread that counts calls; every counted answer waits for its commit. A commit waits for the disk, and perhaps for
// another process's lock; in the thread that answers calls, everything else would wait too.
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { HOUR_MS } from "../../lib/time/clock.ts";
import { monthAt } from "../month.ts";
import { HOURS_TRUSTED, MONTHS_FORGOTTEN_AT_ONCE, oldestMonthToStay } from "../retention.ts";
import { verdictCounts, type CountedRow, type SpendingRow } from "../spending.ts";
import { inTransaction } from "./attempt.ts";
import { connectSqlite } from "./database.ts";

/** A statement of another room. It must be one of few texts, because each is prepared once. */
export interface OtherStatement {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** What is committed together. */
export interface CountingRequest {
  readonly rows: readonly SpendingRow[];
  readonly others: readonly (readonly OtherStatement[])[];
  readonly nowMs: number;
  /** Whether to write something even if no call is counted. */
  readonly isProbe: boolean;
}

export interface Counted {
  readonly rows: readonly CountedRow[];
  /** The rows of each of the other statements. */
  readonly others: readonly (readonly (readonly object[])[])[];
  /** Whether a row of calls or the probe was written. */
  readonly hasWritten: boolean;
}

export type CountingReply =
  | ({ readonly kind: "Counted" } & Counted)
  /** Properties such as `code` are sent beside the error, because a cloned error loses them. */
  | { readonly kind: "Failed"; readonly error: unknown; readonly properties: object };

/** Counts rows of calls up to their limits, runs the other statements, and commits; or undoes all and throws. */
function createCounting(database: DatabaseSync): (request: CountingRequest) => Counted {
  const sql = prepareStatements(database);
  let seenHour = Number.NaN;
  let oldest = "";
  /** All months before this one are deleted. */
  let forgottenBefore = "";

  /** Notes the current hour. Another process may have noted it. */
  const see = (hour: number): void => {
    const nowMs = hour * HOUR_MS;
    sql.see.run({ month: monthAt(nowMs).month, hour });
    const { month } = sql.newestTrusted.get({ hours: HOURS_TRUSTED }) as { month: string | null };
    oldest = oldestMonthToStay(nowMs, month);
  };

  const forgetOldMonths = (): void => {
    const old = sql.oldMonths.all({ oldest, limit: MONTHS_FORGOTTEN_AT_ONCE });
    for (const { account_id, month } of old as { account_id: string; month: string }[]) {
      sql.forgetDays.run(account_id, month);
      sql.forgetMonth.run(account_id, month);
    }
    forgottenBefore = old.length === 0 ? oldest : forgottenBefore;
  };

  // Nobody else writes during the transaction, so checking and adding are one step.
  const countRow = (row: SpendingRow): CountedRow => {
    const { accountId, month, day, method, keyId = "", quota, dailyQuota, calls } = row;
    const usedBefore = callsIn(sql.usedInMonth.get(accountId, month));
    let left = quota - usedBefore;
    let usedOfDayBefore: number | undefined;
    if (dailyQuota !== undefined) {
      usedOfDayBefore = callsIn(sql.usedOfDay.get({ accountId, month, day, keyId }));
      left = Math.min(left, dailyQuota - usedOfDayBefore);
    }
    const counted = Math.min(calls, Math.max(0, left));
    if (counted > 0) {
      const byVerdict = verdictCounts(row.verdicts.slice(0, counted));
      sql.countDay.run(accountId, month, day, keyId, method, counted);
      sql.countMonth.run(
        accountId,
        month,
        counted,
        byVerdict.safe_to_book,
        byVerdict.proceed_with_caution,
        byVerdict.not_recommended,
      );
    }
    return { usedBefore, counted, usedOfDayBefore };
  };

  return ({ rows, others, nowMs, isProbe }) => {
    const hour = Math.floor(nowMs / HOUR_MS);
    const counted = inTransaction(database, () => {
      if (isProbe || hour !== seenHour) see(hour);
      if (isProbe) for (const by of [1, -1]) sql.nudge.run({ month: monthAt(nowMs).month, by });
      if (oldest !== forgottenBefore) forgetOldMonths();
      const counted = rows.map(countRow);
      return {
        rows: counted,
        others: others.map((statements) => statements.map(sql.rowsOfOther)),
        hasWritten: isProbe || counted.some((row) => row.counted > 0),
      };
    });
    // Set after the commit: a rollback also undoes the note.
    seenHour = hour;
    return counted;
  };
}

function createOtherStatements(database: DatabaseSync): (statement: OtherStatement) => readonly object[] {
  const prepared = new Map<string, StatementSync>();
  return ({ text, values }) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement.all(...values);
  };
}

/** The calls in a row; 0 if there is no row. */
function callsIn(row: unknown): number {
  return (row as { calls: number } | undefined)?.calls ?? 0;
}

function prepareStatements(database: DatabaseSync) {
  return {
    // Statements for every call take positional parameters, which are cheaper than named ones.
    usedInMonth: database.prepare("SELECT calls FROM month_total WHERE account_id = ?1 AND month = ?2"),
    // ('acc_a', '2026-11', 21, 'key_a') -> (399), over all methods.
    usedOfDay: database.prepare(`
      SELECT coalesce(sum(calls), 0) AS calls FROM usage_by_day
      WHERE account_id = :accountId AND month = :month AND day = :day AND key_id = :keyId`),
    // ('acc_a', '2026-11', 21, 'key_a', 'GetForecast', 3): the day's row grows by 3.
    countDay: database.prepare(`
      INSERT INTO usage_by_day (account_id, month, day, key_id, method, calls)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (account_id, month, day, key_id, method) DO UPDATE SET calls = calls + excluded.calls`),
    // ('acc_a', '2026-11', 3, 2, 0, 1): the month grows by 3; two of the answers said safe_to_book, one not_recommended.
    countMonth: database.prepare(`
      INSERT INTO month_total (account_id, month, calls, safe_to_book, proceed_with_caution, not_recommended)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (account_id, month) DO UPDATE SET
        calls = calls + excluded.calls,
        safe_to_book = safe_to_book + excluded.safe_to_book,
        proceed_with_caution = proceed_with_caution + excluded.proceed_with_caution,
        not_recommended = not_recommended + excluded.not_recommended`),
    rowsOfOther: createOtherStatements(database),
    // A few months of accounts before :oldest.
    oldMonths: database.prepare(
      "SELECT account_id, month FROM month_total WHERE month < :oldest LIMIT :limit",
    ),
    forgetDays: database.prepare("DELETE FROM usage_by_day WHERE account_id = ?1 AND month = ?2"),
    forgetMonth: database.prepare("DELETE FROM month_total WHERE account_id = ?1 AND month = ?2"),
    // Adds an hour once, if it is later than all noted before. ('2026-11', 498637) -> one hour more than before, unless 498637
    // or a later one was noted.
    see: database.prepare(`
      INSERT INTO month_seen (month, hours, latest_hour) VALUES (:month, 1, :hour)
      ON CONFLICT (month) DO UPDATE SET
        hours = hours + (excluded.latest_hour > latest_hour),
        latest_hour = max(latest_hour, excluded.latest_hour)`),
    // Run with 1 and then -1 by a probe: SQLite writes nothing for an update that changes nothing. ('2026-11', 1) ->
    // one hour more.
    nudge: database.prepare("UPDATE month_seen SET hours = hours + :by WHERE month = :month"),
    // The newest month with enough hours; NULL if there is none.
    newestTrusted: database.prepare("SELECT max(month) AS month FROM month_seen WHERE hours >= :hours"),
  };
}

const { path } = workerData as { readonly path: string };
let open: ReturnType<typeof openCounting> | undefined;

function openCounting() {
  const database = connectSqlite(path);
  return { count: createCounting(database), close: () => database.close() };
}

function reply(request: CountingRequest): CountingReply {
  try {
    // Opened on first use, so that the requests that wait for it get the error if it cannot be opened.
    open ??= openCounting();
    return { kind: "Counted", ...open.count(request) };
  } catch (error) {
    // A read-only file or a failed disk may have been fixed, so the next request opens the file again.
    open?.close();
    open = undefined;
    return { kind: "Failed", error, properties: { ...(error as Error) } };
  }
}

parentPort?.on("message", (message: CountingRequest | "close") => {
  if (message === "close") {
    open?.close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(reply(message));
  }
});
// Says that the thread has started: the deadline of a request begins only then.
parentPort?.postMessage("up");

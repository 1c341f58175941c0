// Counts calls in PostgreSQL. Calls that arrive during one statement are counted by the next: a busy customer's calls cost
// little more than one call, and the calls of all customers share one commit.
import { HOUR_MS } from "../../lib/time/clock.ts";
import { createGroupCommit } from "../group-commit.ts";
import { monthAt } from "../month.ts";
import { HOURS_TRUSTED, MONTHS_FORGOTTEN_AT_ONCE, oldestMonthToStay } from "../retention.ts";
import {
  SpendingRows,
  type CountedRow,
  type Spending,
  type SpendingRow,
  type SpendResult,
} from "../spending.ts";
import type { StoreOptions } from "../store-options.ts";
import { StoreUnavailable } from "../store.ts";
import type { PostgresSql } from "./connect.ts";
import type { PostgresConnection } from "./connection.ts";
import { LOCKED } from "./count-calls.ts";
import { isGivenUp } from "./failure.ts";

interface ReplyRow {
  readonly used_before: number;
  readonly counted: number;
  readonly used_of_day_before: number | null;
  readonly at_ms: number | null;
}

interface CounterParts extends Pick<StoreOptions, "clock" | "onClock"> {
  readonly connection: PostgresConnection;
}

/** The `used_before` in a reply of count_call_rows if there is no such account. */
const NO_ACCOUNT = -1;

/** How long an account with a held row is skipped: waiting for the row would delay all others. */
const LEFT_OUT_MS = 1_000;

/** The connection is the counter's own, so that counting and everything else do not wait for each other. */
export function createPostgresCounter(parts: CounterParts) {
  const { connection, clock } = parts;
  const oldMonths = createOldMonths(parts);
  /** By account: when one of its rows was found held. Removed when a statement finds them free. */
  const heldAtMs = new Map<string, number>();

  const countRows = createCountRows(parts, heldAtMs);
  const groups = createGroupCommit({
    createGroup: () => new SpendingRows(),
    commit: async ({ rows }) => {
      await oldMonths.forget().catch(leaveToNextCommit);
      return { rows: await countRows(rows) };
    },
  });

  return {
    spend: (spending: Spending): Promise<SpendResult> => {
      const { accountId } = spending;
      const heldMs = heldAtMs.get(accountId);
      if (heldMs !== undefined && clock.elapsedMs() - heldMs < LEFT_OUT_MS) {
        return Promise.reject(held(accountId));
      }
      const { group, committed } = groups.join();
      const resultOf = group.add(spending);
      return committed.then((counted) => {
        const result = resultOf(counted);
        if (result.used === LOCKED) throw held(accountId);
        if (result.used === NO_ACCOUNT) {
          throw new Error(`a call of account ${accountId} was to be counted, and there is no such account`);
        }
        return result;
      });
    },
    /** Writes as counting does, without counting anything. */
    probe: async (): Promise<void> => {
      await oldMonths.see();
      await countRows([]);
    },
    /** Counts the waiting calls first. */
    close: async (): Promise<void> => {
      await groups.settled();
      await connection.close();
    },
  };
}

/** Counts rows of calls in one commit, and notes the accounts with held rows, which it skips. */
function createCountRows({ connection, clock }: CounterParts, heldAtMs: Map<string, number>) {
  const together = (sorted: readonly SpendingRow[]) =>
    connection.ask<ReplyRow>((sql) => sql`SELECT * FROM count_call_rows(${columnsOf(sql, sorted)})`);
  const apart = (sorted: readonly SpendingRow[]) =>
    connection.ask<ReplyRow>((sql) => sql`SELECT * FROM count_call_rows_apart(${columnsOf(sql, sorted)})`);
  return async (rows: readonly SpendingRow[]): Promise<readonly CountedRow[]> => {
    // All processes lock accounts in the same order, so that no two deadlock.
    const order = [...rows.keys()].sort((a, b) => compare(rows[a] as SpendingRow, rows[b] as SpendingRow));
    const group = order.map((position) => rows[position] as SpendingRow);
    const mayBeHeld = rows.some(({ accountId }) => heldAtMs.has(accountId));
    const replies = await (mayBeHeld
      ? apart(group)
      : together(group).catch((error: unknown) => {
          // A probe has no rows, so none can be held.
          if (!isGivenUp(error) || group.length === 0) throw error;
          return apart(group);
        }));
    const counted: CountedRow[] = [];
    for (const [index, position] of order.entries()) {
      const { accountId } = rows[position] as SpendingRow;
      const reply = replies[index] as ReplyRow;
      if (reply.used_before === LOCKED) heldAtMs.set(accountId, clock.elapsedMs());
      else heldAtMs.delete(accountId);
      counted[position] = {
        usedBefore: reply.used_before,
        counted: reply.counted,
        usedOfDayBefore: reply.used_of_day_before ?? undefined,
        atMs: reply.at_ms ?? undefined,
      };
    }
    return counted;
  };
}

function held(accountId: string): StoreUnavailable {
  return new StoreUnavailable(
    `The account store cannot be used: a row of account ${accountId} is held by another transaction.`,
  );
}

/** Deleting old months is not urgent; an unusable server shows at the next count. */
function leaveToNextCommit(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

function compare(a: SpendingRow, b: SpendingRow): number {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1;
  if (a.month !== b.month) return a.month < b.month ? -1 : 1;
  return 0;
}

/** The arguments of count_call_rows: an array for each column. */
function columnsOf(sql: PostgresSql, rows: readonly SpendingRow[]) {
  return sql`
    ${rows.map(({ accountId }) => accountId)}, ${rows.map(({ month }) => month)}, ${rows.map(({ day }) => day)},
    ${rows.map(({ keyId = "" }) => keyId)}, ${rows.map(({ method }) => method)}, ${rows.map(({ quota }) => quota)},
    ${rows.map(({ dailyQuota = null }) => dailyQuota)}, ${rows.map(({ verdicts }) => verdicts)}`;
}

/** Deletes usage that is no longer retained, a little with each commit. */
function createOldMonths({ connection, clock, onClock }: CounterParts) {
  let seenHour = Number.NaN;
  let oldest = "";
  /** All months before this one are deleted. */
  let forgottenBefore = "";

  /** Notes the current hour, which writes something. Another process may have noted it. */
  const see = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const hour = Math.floor(nowMs / HOUR_MS);
    const { month } = monthAt(nowMs);
    const [row] = await connection.ask<{ newest: string | null; at_ms: number }>(
      (sql) => sql`
        SELECT see_hour(${month}, ${hour}, ${HOURS_TRUSTED}) AS newest,
          (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at_ms`,
    );
    // The server read its clock somewhere between question and answer.
    if (row !== undefined) onClock?.((nowMs + clock.nowMs()) / 2 - row.at_ms);
    oldest = oldestMonthToStay(nowMs, row?.newest ?? null);
    seenHour = hour;
  };

  return {
    see,
    /** Notes the hour if it is new, and deletes a few old months while there are any. */
    forget: async (): Promise<void> => {
      if (Math.floor(clock.nowMs() / HOUR_MS) !== seenHour) await see();
      if (oldest === forgottenBefore) return;
      const sought = oldest;
      const [row] = await connection.ask<{ forgotten: number }>(
        (sql) => sql`SELECT forget_months(${sought}, ${MONTHS_FORGOTTEN_AT_ONCE}) AS forgotten`,
      );
      if (row?.forgotten === 0) forgottenBefore = sought;
    },
  };
}

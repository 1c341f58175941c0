// Counting calls in PostgreSQL: those that arrive during one statement are counted by the next, so that a busy customer's
// calls cost little more than one of them, and all together one commit.
import { HOUR_MS } from "../../clock.ts";
import { createGroupCommit } from "../group-commit.ts";
import { monthAt } from "../month.ts";
import { HOURS_TRUSTED, MONTHS_FORGOTTEN_AT_ONCE, oldestMonthToStay } from "../retention.ts";
import {
  spendingRows,
  type CountedRow,
  type Spending,
  type SpendingRow,
  type SpendResult,
} from "../spending.ts";
import type { StoreOptions } from "../store-options.ts";
import { StoreUnavailable } from "../store.ts";
import type { PostgresConnection } from "./connection.ts";
import { LOCKED } from "./count-calls.ts";
import { isGivenUp } from "./failure.ts";

export interface PostgresCounter {
  spend(spending: Spending): Promise<SpendResult>;
  /** Writes in the way that calls are counted, and counts nothing. */
  probe(): Promise<void>;
  /** Counts what waits to be counted; then nothing is counted any more. */
  close(): Promise<void>;
}

interface ReplyRow {
  readonly used_before: number;
  readonly counted: number;
  readonly used_of_day_before: number | null;
  readonly at_ms: number | null;
}

interface CounterParts extends Pick<StoreOptions, "clock" | "onClock"> {
  readonly connection: PostgresConnection;
}

/** What count_calls replies as the calls before where there is no account. */
const NO_ACCOUNT = -1;

/** How long an account is left out of which somebody else holds a row: whoever waits for that has all others wait. */
const LEFT_OUT_MS = 1_000;

/** The connection is the counter's own: nothing else waits for its commits, and they wait for nothing else. */
export function createPostgresCounter(parts: CounterParts): PostgresCounter {
  const { connection } = parts;
  const oldMonths = createOldMonths(parts);
  /** By account: when a row of it was found held by somebody else, where it was the last time that it was tried. */
  const heldAtMs = new Map<string, number>();

  const countRows = createCountRows(connection, heldAtMs);
  const group = createGroupCommit<Spending, SpendResult>({
    commit: async (spendings) => {
      await oldMonths.forget().catch(leaveToNextCommit);
      const { rows, resultsOf } = spendingRows(spendings);
      return resultsOf(await countRows(rows));
    },
  });

  return {
    spend: async (spending) => {
      const { accountId } = spending;
      if (performance.now() - (heldAtMs.get(accountId) ?? -Infinity) < LEFT_OUT_MS) throw held(accountId);
      const result = await group.add(spending);
      if (result.used === LOCKED) throw held(accountId);
      if (result.used === NO_ACCOUNT) {
        throw new Error(`a call of account ${accountId} was to be counted, and there is no such account`);
      }
      return result;
    },
    probe: async () => {
      await oldMonths.see();
      await countRows([]);
    },
    close: async () => {
      await group.settled();
      await connection.close();
    },
  };
}

/** Counts rows of calls in one commit, and notes which accounts are held, whose rows it left out. */
function createCountRows(connection: PostgresConnection, heldAtMs: Map<string, number>) {
  const together = (asked: readonly RowJson[]) =>
    connection.ask<ReplyRow>(
      (sql) =>
        sql`SELECT used_before, counted, used_of_day_before, at_ms FROM count_calls(${sql.json(asked)})`,
    );
  const apart = (asked: readonly RowJson[]) =>
    connection.ask<ReplyRow>(
      (sql) =>
        sql`SELECT used_before, counted, used_of_day_before, at_ms FROM count_calls_apart(${sql.json(asked)})`,
    );
  return async (rows: readonly SpendingRow[]): Promise<readonly CountedRow[]> => {
    // Every process has accounts locked in the same order, so that no two wait for each other.
    const order = [...rows.entries()].sort(([, a], [, b]) => compare(a, b));
    const asked = order.map(([, row]) => rowToJson(row));
    const mayBeHeld = rows.some(({ accountId }) => heldAtMs.has(accountId));
    const replies = await (mayBeHeld
      ? apart(asked)
      : together(asked).catch((error: unknown) => {
          // Of no rows at all none is held.
          if (!isGivenUp(error) || asked.length === 0) throw error;
          return apart(asked);
        }));
    const counted: CountedRow[] = [];
    for (const [position, [index, { accountId }]] of order.entries()) {
      const reply = replies[position] as ReplyRow;
      if (reply.used_before === LOCKED) heldAtMs.set(accountId, performance.now());
      else heldAtMs.delete(accountId);
      counted[index] = {
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

/** Nobody waits for what is old to be forgotten; a server that cannot be used says so again when it is to count. */
function leaveToNextCommit(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

function compare(a: SpendingRow, b: SpendingRow): number {
  const [nameOfA, nameOfB] = [`${a.accountId} ${a.month}`, `${b.accountId} ${b.month}`];
  if (nameOfA === nameOfB) return 0;
  return nameOfA < nameOfB ? -1 : 1;
}

type RowJson = ReturnType<typeof rowToJson>;

/** By the names of the columns that count_calls reads. */
function rowToJson({
  accountId,
  month,
  day,
  keyId,
  method,
  quota,
  dailyQuota,
  calls,
  verdicts,
}: SpendingRow) {
  return {
    account_id: accountId,
    month,
    day,
    key_id: keyId ?? "",
    method,
    quota,
    daily_quota: dailyQuota,
    calls,
    verdicts,
  };
}

/** Forgetting what is no longer retained, a little with each commit, by whoever counts. */
interface OldMonths {
  /** Notes that this hour has come, which writes something. Any process may have noted it already. */
  see(): Promise<void>;
  /** Does so in a new hour, and forgets a few old months where there are any. */
  forget(): Promise<void>;
}

function createOldMonths({ connection, clock, onClock }: CounterParts): OldMonths {
  let seenHour = Number.NaN;
  let oldest = "";
  /** Every month before this one has been forgotten. */
  let forgottenBefore = "";

  const see = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    const hour = Math.floor(nowMs / HOUR_MS);
    const { month } = monthAt(nowMs);
    const [row] = await connection.ask<{ newest: string | null; at_ms: number }>(
      (sql) => sql`
        SELECT see_hour(${month}, ${hour}, ${HOURS_TRUSTED}) AS newest,
          (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS at_ms`,
    );
    // Somewhere between the question and the answer.
    if (row !== undefined) onClock?.((nowMs + clock.nowMs()) / 2 - row.at_ms);
    oldest = oldestMonthToStay(nowMs, row?.newest ?? null);
    seenHour = hour;
  };

  return {
    see,
    forget: async () => {
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

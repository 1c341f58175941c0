// Counting calls in PostgreSQL: those that arrive during one statement are counted by the next, so that a busy customer's
// calls cost little more than one of them, and all together one commit.
import { StoreUnavailable, type Spending, type SpendResult } from "../account-store.ts";
import { createGroupCommit } from "../sql/group-commit.ts";
import { spendingRows, type CountedRow, type SpendingRow } from "../spending-rows.ts";
import { createOldMonths } from "./old-months.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

export interface PostgresCounter {
  spend(spending: Spending): Promise<SpendResult>;
  /** Writes in the way that calls are counted, and counts nothing. */
  probe(): Promise<void>;
  /** Counts what waits to be counted; then nothing is counted any more. */
  close(): Promise<void>;
}

interface ReplyRow {
  readonly usedBefore: number;
  readonly counted: number;
  readonly usedOfDayBefore: number | null;
}

/** What count_calls replies as the calls before where there is no account. */
const NO_ACCOUNT = -1;

/** The connection is the counter's own: nothing else waits for its commits, and they wait for nothing else. */
export function createPostgresCounter({
  connection,
  clock,
}: Pick<PostgresStoreParts, "connection" | "clock">): PostgresCounter {
  const oldMonths = createOldMonths({ connection, clock });

  const countRows = async (rows: readonly SpendingRow[]): Promise<readonly CountedRow[]> => {
    // Every process has accounts locked in the same order, so that no two wait for each other.
    const order = [...rows.entries()].sort(([, a], [, b]) => compare(a, b));
    const asked = order.map(([, row]) => rowToJson(row));
    const replies = await connection.ask<ReplyRow>(
      (sql) => sql`SELECT used_before, counted, used_of_day_before FROM count_calls(${sql.json(asked)})`,
    );
    const counted: CountedRow[] = [];
    for (const [position, [index]] of order.entries()) {
      const { usedOfDayBefore, ...reply } = replies[position] as ReplyRow;
      counted[index] = { ...reply, usedOfDayBefore: usedOfDayBefore ?? undefined };
    }
    return counted;
  };

  const group = createGroupCommit<Spending, SpendResult>({
    commit: async (spendings) => {
      await oldMonths.forget().catch(leaveToNextCommit);
      const { rows, resultsOf } = spendingRows(spendings);
      return resultsOf(await countRows(rows));
    },
  });

  return {
    spend: async (spending) => {
      const result = await group.add(spending);
      if (result.used === NO_ACCOUNT) {
        throw new Error(
          `a call of account ${spending.accountId} was to be counted, and there is no such account`,
        );
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

/** Nobody waits for what is old to be forgotten; a server that cannot be used says so again when it is to count. */
function leaveToNextCommit(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

function compare(a: SpendingRow, b: SpendingRow): number {
  const [nameOfA, nameOfB] = [`${a.accountId} ${a.month}`, `${b.accountId} ${b.month}`];
  if (nameOfA === nameOfB) return 0;
  return nameOfA < nameOfB ? -1 : 1;
}

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

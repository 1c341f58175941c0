// Reads counted calls.
import { byVerdict } from "../../scoring/verdicts.ts";
import { oldestRetainedMonth } from "../retention.ts";
import type { UsageFacet } from "../store.ts";
import { type AccountMonth, type UsageRow, type VerdictCounts } from "../usage.ts";
import { ACCOUNT_COLUMNS, accountFromRow, type AccountRow } from "./accounts.ts";
import { PERIOD_COLUMNS, periodFromRow, type PeriodRow } from "./history.ts";
import { readInBatches, sql, type Sql, type StoreParts } from "./sql.ts";

/** Accounts read at once: a statement should end well before its deadline. */
const BATCH = 500;

/** Where reading continues, in the order of the index `account_by_age`. */
export type Age = Readonly<Record<"created_at_ms" | "seq", number>>;
export const BEFORE_ALL: Age = { created_at_ms: -1, seq: 0 };

export interface DayRow {
  readonly month: string;
  readonly day: number;
  readonly method: string;
  /** Empty for calls from before usage was counted by key. */
  readonly key_id: string;
  readonly calls: number;
}

export const DAY_COLUMNS = sql`month, day, method, key_id, calls`;

export interface MonthRow extends VerdictCounts {
  readonly month: string;
  readonly calls: number;
}

export function createUsage({ database, clock }: StoreParts) {
  return {
    usage: async (accountId, month) => {
      // ('acc_a', '2026-11') -> ('2026-11', 21, 'GetForecast', 'key_a', 12), … by day, method and key.
      const rows = await database.run<DayRow>(sql`
        SELECT ${DAY_COLUMNS} FROM usage_by_day
        WHERE account_id = ${accountId} AND month = ${month} ORDER BY day, method, key_id`);
      return rows.map(usageFromRow);
    },
    usageOfMonth: async (accountId, month) => {
      // One statement reads both, so that they are of one moment.
      // ('acc_a', '2026-11') -> ('2026-11', 21, 'GetForecast', 'key_a', 12, 201, 30, 17), …
      const rows = await database.run<DayRow & VerdictCounts>(sql`
        SELECT usage_by_day.month, day, method, key_id, usage_by_day.calls,
          safe_to_book, proceed_with_caution, not_recommended
        FROM usage_by_day
        JOIN month_total ON month_total.account_id = usage_by_day.account_id
          AND month_total.month = usage_by_day.month
        WHERE usage_by_day.account_id = ${accountId} AND usage_by_day.month = ${month}
        ORDER BY day, method, key_id`);
      const [first] = rows;
      const verdicts = first === undefined ? byVerdict(() => 0) : verdictsFromRow(first);
      return { rows: rows.map(usageFromRow), verdicts };
    },
    monthlyTotals: async (accountId) => {
      // ('acc_a', '2025-11') -> ('2026-11', 498, 201, 30, 17), ('2026-09', 12, 0, 0, 0), …
      const rows = await database.run<MonthRow>(sql`
        SELECT month, calls, safe_to_book, proceed_with_caution, not_recommended FROM month_total
        WHERE account_id = ${accountId} AND month >= ${oldestRetainedMonth(clock.nowMs())} AND calls > 0
        ORDER BY month DESC LIMIT 13`);
      return rows.map((row) => ({ month: row.month, calls: row.calls, verdicts: verdictsFromRow(row) }));
    },
    lastMonths: async (accountId) => {
      // ('acc_a') -> ('key_a', '2026-11'), ('key_b', '2026-08'), …
      const rows = await database.run<Pick<DayRow, "key_id" | "month">>(sql`
        SELECT key_id, max(month) AS month FROM usage_by_day WHERE account_id = ${accountId} GROUP BY key_id`);
      return new Map(rows.map(({ key_id, month }) => [key_id, month]));
    },
    usageOfAll: (month, after) => usageOfAll(database, month, after),
  } satisfies UsageFacet;
}

export function accountsAfter(last: Age, most: number): Sql {
  return sql`WHERE (account.created_at_ms, account.seq) > (${last.created_at_ms}, ${last.seq})
    ORDER BY account.created_at_ms, account.seq LIMIT ${most}`;
}

async function* usageOfAll(
  database: StoreParts["database"],
  month: string,
  after: string | undefined,
): AsyncGenerator<AccountMonth> {
  const [begin] =
    after === undefined
      ? [BEFORE_ALL]
      : await database.run<Age>(sql`SELECT created_at_ms, seq FROM account WHERE id = ${after}`);
  if (begin === undefined) return;
  const batches = readInBatches(begin, (last) =>
    database.snapshot(async ({ run }) => {
      const rows = await run<AccountRow & Age & { readonly calls: number }>(sql`
        SELECT ${ACCOUNT_COLUMNS}, account.seq, coalesce(month_total.calls, 0) AS calls
        FROM account
        LEFT JOIN month_total ON month_total.account_id = account.id AND month_total.month = ${month}
        ${accountsAfter(last, BATCH)}`);
      const periods = await run<PeriodRow & { readonly account_id: string }>(sql`
        SELECT account_id, ${PERIOD_COLUMNS} FROM plan_period
        WHERE account_id ${database.dialect.oneOf(rows.map(({ id }) => id))} ORDER BY seq`);
      const byAccount = Map.groupBy(periods, ({ account_id }) => account_id);
      return rows.map((row) => Object.assign(row, { periods: byAccount.get(row.id) ?? [] }));
    }),
  );
  for await (const row of batches) {
    yield { account: accountFromRow(row), calls: row.calls, history: row.periods.map(periodFromRow) };
  }
}

export function usageFromRow({ month, day, method, key_id, calls }: DayRow): UsageRow {
  return {
    day: `${month}-${String(day).padStart(2, "0")}`,
    method,
    keyId: key_id === "" ? undefined : key_id,
    calls,
  };
}

export function verdictsFromRow(row: VerdictCounts): VerdictCounts {
  return byVerdict((verdict) => row[verdict]);
}

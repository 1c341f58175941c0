// What every call asks of SQLite: who is calling, and to be counted. And what was counted.
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import type { AccountStore, SpendResult, Spending } from "./account-store.ts";
import { createGroupCommit } from "./group-commit.ts";
import { oldestKeptMonth } from "./kept-months.ts";
import { attempt } from "./sqlite-failure.ts";
import { accountFromRow, usageFromRow, type AccountRow, type DayRow } from "./sqlite-rows.ts";
import { inTransaction } from "./sqlite-transaction.ts";
import { spendTogether, type CountedCalls } from "./spend-together.ts";

type SqliteUsage = Pick<AccountStore, "findCaller" | "spend" | "usage" | "monthlyTotals"> & {
  /** Counts at once the calls that wait to be counted. */
  flush(): void;
};

/**
 * How many months of accounts one commit forgets at most, each with about 90 rows: a few milliseconds. So ten thousand
 * accounts are rid of a month within some thousand commits, and no call waits for it.
 */
const MONTHS_FORGOTTEN_AT_ONCE = 8;

export function createSqliteUsage({
  database,
  clock,
}: {
  readonly database: DatabaseSync;
  readonly clock: Clock;
}): SqliteUsage {
  const sql = prepareStatements(database);
  /** Every month before this one has been forgotten. */
  let forgottenBefore = "";
  const forgetOldMonths = (): void => {
    const oldest = oldestKeptMonth(clock.nowMs());
    if (oldest !== forgottenBefore) {
      const { changes } = sql.forget.run({ oldest, limit: MONTHS_FORGOTTEN_AT_ONCE });
      forgottenBefore = changes === 0 ? oldest : forgottenBefore;
    }
  };

  const usedInMonth = ({ accountId, month }: Spending): number => {
    const row = sql.usedInMonth.get({ accountId, month }) as { calls: number } | undefined;
    return row?.calls ?? 0;
  };
  const count = ({ spending: { accountId, month, day, method }, calls }: CountedCalls): void => {
    sql.count.run({ accountId, month, day, method, calls });
  };
  const group = createGroupCommit<Spending, SpendResult>({
    commit: (spendings) =>
      inTransaction(database, () => {
        const results = spendTogether(spendings, { usedInMonth, count });
        forgetOldMonths();
        return results;
      }),
  });

  return {
    findCaller: (sha256, month) =>
      attempt(() => {
        const row = sql.findCaller.get({ sha256, month }) as CallerRow | undefined;
        return row && { account: accountFromRow(row), keyId: row.key_id, used: row.used };
      }),
    spend: (spending) => attempt(() => group.add(spending)),
    usage: (accountId, month) =>
      attempt(() => (sql.usage.all({ accountId, month }) as DayRow[]).map(usageFromRow)),
    monthlyTotals: (accountId) =>
      attempt(() =>
        (sql.monthlyTotals.all({ accountId, oldest: oldestKeptMonth(clock.nowMs()) }) as MonthRow[]).map(
          ({ month, calls }) => ({
            month,
            calls,
          }),
        ),
      ),
    flush: group.flush,
  };
}

type MonthRow = { readonly month: string; readonly calls: number };
type CallerRow = AccountRow & { readonly key_id: string; readonly used: number };

function prepareStatements(database: DatabaseSync) {
  return {
    // One row with the account, the key's id and the month's calls; none for a key that is unknown or revoked.
    findCaller: database.prepare(`
      SELECT account.*, api_key.id AS key_id, coalesce(usage_by_month.calls, 0) AS used
      FROM api_key
      JOIN account ON account.id = api_key.account_id
      LEFT JOIN usage_by_month ON usage_by_month.account_id = account.id AND usage_by_month.month = :month
      WHERE api_key.sha256 = :sha256 AND api_key.revoked_at_ms IS NULL`),

    // The table's triggers move the month by as much within this same statement.
    // ('acc_a', '2026-11', 21, 'GetForecast', 3) where 497 calls were counted: the day's row grows by 3, the month is at 500.
    count: database.prepare(`
      INSERT INTO usage_by_day (account_id, month, day, method, calls)
      VALUES (:accountId, :month, :day, :method, :calls)
      ON CONFLICT (account_id, month, day, method) DO UPDATE SET calls = calls + excluded.calls`),
    usedInMonth: database.prepare(
      "SELECT calls FROM usage_by_month WHERE account_id = :accountId AND month = :month",
    ),

    // ('acc_a', '2026-11') -> ('2026-11', 21, 'forecast', 12), … by day, then method.
    usage: database.prepare(`
      SELECT month, day, method, calls
      FROM usage_by_day
      WHERE account_id = :accountId AND month = :month
      ORDER BY day, method`),
    // ('acc_a', '2025-11') -> ('2026-11', 498), ('2026-09', 12), …
    monthlyTotals: database.prepare(`
      SELECT month, calls
      FROM usage_by_month
      WHERE account_id = :accountId AND month >= :oldest
      ORDER BY month DESC LIMIT 13`),
    // Forgets a few months of accounts before :oldest, with their days: the table's trigger takes those along.
    forget: database.prepare(`
      DELETE FROM usage_by_month
      WHERE (account_id, month) IN (SELECT account_id, month FROM usage_by_month WHERE month < :oldest LIMIT :limit)`),
  };
}

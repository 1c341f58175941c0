// What every call asks of SQLite: who is calling. And what was counted.
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import type { AccountStore } from "../account-store.ts";
import { oldestRetainedMonth } from "../retention.ts";
import { attempt } from "./failure.ts";
import { accountFromRow, usageFromRow, type AccountRow, type DayRow } from "./rows.ts";

export function createSqliteUsage({
  database,
  clock,
}: {
  readonly database: DatabaseSync;
  readonly clock: Clock;
}): Pick<AccountStore, "findCaller" | "usage" | "monthlyTotals"> {
  const sql = prepareStatements(database);
  return {
    findCaller: (sha256, month) =>
      attempt(() => {
        const row = sql.findCaller.get({ sha256, month }) as CallerRow | undefined;
        return row && { account: accountFromRow(row), keyId: row.key_id, used: row.used };
      }),
    usage: (accountId, month) =>
      attempt(() => (sql.usage.all({ accountId, month }) as DayRow[]).map(usageFromRow)),
    monthlyTotals: (accountId) =>
      attempt(() =>
        (sql.monthlyTotals.all({ accountId, oldest: oldestRetainedMonth(clock.nowMs()) }) as MonthRow[]).map(
          ({ month, calls }) => ({
            month,
            calls,
          }),
        ),
      ),
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
  };
}

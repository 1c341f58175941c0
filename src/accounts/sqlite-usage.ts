// What every call asks of SQLite: who is calling, and to be counted.
import type { DatabaseSync } from "node:sqlite";
import type { AccountStore, SpendResult, Spending } from "./account-store.ts";
import { createGroupCommit } from "./group-commit.ts";
import { attempt } from "./sqlite-failure.ts";
import { accountFromRow, usageFromRow, type AccountRow, type DayRow } from "./sqlite-rows.ts";
import { inTransaction } from "./sqlite-transaction.ts";

type SqliteUsage = Pick<AccountStore, "findCaller" | "spend" | "usage"> & {
  /** Counts at once the calls that wait to be counted. */
  flush(): void;
};

export function createSqliteUsage({ database }: { readonly database: DatabaseSync }): SqliteUsage {
  const sql = prepareStatements(database);
  const group = createGroupCommit<SpendResult>({
    transact: (makeChanges) => inTransaction(database, makeChanges),
  });

  const spendOne = ({ accountId, month, day, method, quota }: Spending): SpendResult => {
    const { changes } = sql.count.run({ accountId, month, day, method, quota });
    const row = sql.usedInMonth.get({ accountId, month }) as { calls: number } | undefined;
    // No row where the quota is 0 and nothing was ever counted.
    return { kind: changes > 0 ? "Spent" : "Exhausted", used: row?.calls ?? 0 };
  };

  return {
    findCaller: (sha256, month) =>
      attempt(() => {
        const row = sql.findCaller.get({ sha256, month }) as CallerRow | undefined;
        return row && { account: accountFromRow(row), keyId: row.key_id, used: row.used };
      }),
    spend: (spending) => attempt(() => group.add(() => spendOne(spending))),
    usage: (accountId, month) =>
      attempt(() => (sql.usage.all({ accountId, month }) as DayRow[]).map(usageFromRow)),
    flush: group.flush,
  };
}

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

    // Looks and adds in one step: one row changed where the month had fewer calls than the quota, none otherwise. The
    // table's triggers move the month by as much within this same statement.
    // ('acc_a', '2026-11', 21, 'forecast', 500) after 499 calls this month: the day's row grows by 1, the month is at
    // 500; once more: nothing changes.
    count: database.prepare(`
      INSERT INTO usage_by_day (account_id, month, day, method, calls)
      SELECT :accountId, :month, :day, :method, 1
      WHERE coalesce(
        (SELECT calls FROM usage_by_month WHERE account_id = :accountId AND month = :month), 0) < :quota
      ON CONFLICT (account_id, month, day, method) DO UPDATE SET calls = calls + 1`),
    // Asked in the same transaction. RETURNING on the statement above cannot say it: it sees the row before the triggers.
    usedInMonth: database.prepare(
      "SELECT calls FROM usage_by_month WHERE account_id = :accountId AND month = :month",
    ),

    // ('acc_a', '2026-11') -> ('2026-11', 21, 'forecast', 12), … by day, then method.
    usage: database.prepare(`
      SELECT month, day, method, calls
      FROM usage_by_day
      WHERE account_id = :accountId AND month = :month
      ORDER BY day, method`),
  };
}

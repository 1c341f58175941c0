// What every call asks of SQLite: who is calling. And what was counted.
import { expectNoSeal } from "../moving/movable-store.ts";
import { sealOf } from "./moving.ts";
import type { DatabaseSync } from "node:sqlite";
import type { AccountStore, Caller, Spending, UsageRow } from "../account-store.ts";
import { readInBatches } from "../sql/read-in-batches.ts";
import { oldestRetainedMonth } from "../retention.ts";
import { usageDayToText } from "../usage-day.ts";
import type { VerdictCounts } from "../verdict.ts";
import { accountFromRow, valueFromRow, type AccountRow } from "./accounts.ts";
import { attempt } from "./attempt.ts";
import { HISTORY_AS_JSON, periodFromRow, type PeriodRow } from "./history.ts";
import { restrictionsFromText } from "./restrictions.ts";
import type { SqliteStoreParts } from "./store-parts.ts";

type SqliteUsage = Pick<AccountStore, "findCaller" | "usage" | "monthlyTotals" | "usageOfAll">;

/** How many accounts are read at once: nothing else has to wait long for them. */
const BATCH = 500;

/** Where reading begins. */
const BEFORE_ALL = { created_at_ms: 0, rowid: 0 };

type CallerRow = AccountRow & {
  readonly key_id: string;
  readonly restrictions: string | null;
  readonly used: number;
};
export type DayRow = Pick<Spending, "month" | "day" | "method"> & {
  readonly key_id: string;
  readonly calls: number;
};
type AccountMonthRow = AccountRow & {
  readonly rowid: number;
  readonly calls: number;
  readonly history: string;
};
export type MonthRow = VerdictCounts & { readonly month: string; readonly calls: number };

export function createSqliteUsage({ database, clock }: SqliteStoreParts): SqliteUsage {
  const sql = prepareStatements(database);
  return {
    findCaller: (sha256, month) =>
      attempt(() => {
        const caller = valueFromRow(sql.findCaller.get({ sha256, month }), callerFromRow);
        return caller ?? expectNoSeal(sealOf(database));
      }),
    usage: (accountId, month) =>
      attempt(() => (sql.usage.all({ accountId, month }) as DayRow[]).map(usageFromRow)),
    monthlyTotals: (accountId) =>
      attempt(() => {
        const oldest = oldestRetainedMonth(clock.nowMs());
        return (sql.monthlyTotals.all({ accountId, oldest }) as MonthRow[]).map((row) => ({
          month: row.month,
          calls: row.calls,
          verdicts: verdictsFromRow(row),
        }));
      }),
    async *usageOfAll(month) {
      const rows = readInBatches(BEFORE_ALL, ({ created_at_ms: createdAtMs, rowid }) =>
        attempt(() => sql.usageOfAll.all({ month, createdAtMs, rowid }) as AccountMonthRow[]),
      );
      for await (const row of rows) {
        const history = (JSON.parse(row.history) as PeriodRow[]).map(periodFromRow);
        yield { account: accountFromRow(row), calls: row.calls, history };
      }
    },
  };
}

function callerFromRow(row: CallerRow): Caller {
  const restrictions = restrictionsFromText(row.restrictions);
  return { account: accountFromRow(row), keyId: row.key_id, restrictions, used: row.used };
}

export function usageFromRow({ month, day, method, key_id, calls }: DayRow): UsageRow {
  return {
    day: usageDayToText({ month, day }),
    method,
    keyId: key_id === "" ? undefined : key_id,
    calls,
  };
}

/** node:sqlite makes rows without a prototype; what leaves the store is a plain value. */
export function verdictsFromRow(row: VerdictCounts): VerdictCounts {
  const { safe_to_book, proceed_with_caution, not_recommended } = row;
  return { safe_to_book, proceed_with_caution, not_recommended };
}

function prepareStatements(database: DatabaseSync) {
  return {
    // One row with the account, the key's id and restrictions, and the month's calls; none for a key that is unknown or
    // revoked.
    findCaller: database.prepare(`
      SELECT account.*, api_key.id AS key_id, api_key.restrictions, coalesce(usage_by_month.calls, 0) AS used
      FROM api_key
      JOIN account ON account.id = api_key.account_id
      LEFT JOIN usage_by_month ON usage_by_month.account_id = account.id AND usage_by_month.month = :month
      WHERE api_key.sha256 = :sha256 AND api_key.revoked_at_ms IS NULL`),

    // ('acc_a', '2026-11') -> ('2026-11', 21, 'GetForecast', 'key_a', 12), … by day, method and key.
    usage: database.prepare(`
      SELECT month, day, method, key_id, calls
      FROM usage_by_day
      WHERE account_id = :accountId AND month = :month
      ORDER BY day, method, key_id`),
    // ('acc_a', '2025-11') -> ('2026-11', 498, 201, 30, 17), ('2026-09', 12, 0, 0, 0), …
    monthlyTotals: database.prepare(`
      SELECT month, calls, safe_to_book, proceed_with_caution, not_recommended
      FROM usage_by_month
      WHERE account_id = :accountId AND month >= :oldest
      ORDER BY month DESC LIMIT 13`),
    // The accounts after one that was created at that time in that row, with their calls of the month and all that was agreed
    // with them: ('2026-11', 0, 0) -> ('acc_a', …, 498, '[{…}]'), ('acc_b', …, 0, '[{…}]'), …
    usageOfAll: database.prepare(`
      SELECT account.*, account.rowid, coalesce(usage_by_month.calls, 0) AS calls, ${HISTORY_AS_JSON} AS history
      FROM account
      LEFT JOIN usage_by_month ON usage_by_month.account_id = account.id AND usage_by_month.month = :month
      WHERE (account.created_at_ms, account.rowid) > (:createdAtMs, :rowid)
      ORDER BY account.created_at_ms, account.rowid LIMIT ${BATCH}`),
  };
}

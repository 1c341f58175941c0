// What every call asks of PostgreSQL: who is calling. And what was counted.
import type { Fragment } from "postgres";
import type { AccountStore, Caller, MonthlyTotal, Spending, UsageRow } from "../account-store.ts";
import type { KeyRestrictions } from "../publishable/key-restrictions.ts";
import { oldestRetainedMonth } from "../retention.ts";
import { usageDayToText } from "../usage-day.ts";
import { accountColumns, accountFromRow, type AccountRow } from "./accounts.ts";
import type { PostgresSql } from "./connect.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

type PostgresUsage = Pick<AccountStore, "findCaller" | "usage" | "monthlyTotals" | "usageOfAll">;

/** How many accounts are asked for at once: a statement is to end well before its deadline. */
const BATCH = 500;

type CallerRow = AccountRow &
  Pick<Caller, "keyId" | "used"> & { readonly restrictions: KeyRestrictions | null };
type AccountMonthRow = AccountRow & { readonly calls: number };
export type DayRow = Pick<Spending, "month" | "day" | "method"> & {
  readonly keyId: string;
  readonly calls: number;
};

export function createPostgresUsage({ connection, clock }: PostgresStoreParts): PostgresUsage {
  return {
    findCaller: async (sha256, month) => {
      // One row with the account, the key's id and restrictions, and the month's calls; none for a key that is unknown or
      // revoked.
      const [row] = await connection.ask<CallerRow>(
        (sql) => sql`
          SELECT ${accountColumns(sql)}, api_key.id AS key_id, api_key.restrictions, coalesce(month_total.calls, 0) AS used
          FROM api_key
          JOIN account ON account.id = api_key.account_id
          LEFT JOIN month_total ON month_total.account_id = account.id AND month_total.month = ${month}
          WHERE api_key.sha256 = ${sha256} AND api_key.revoked_at_ms IS NULL`,
      );
      if (row === undefined) return undefined;
      const { keyId, restrictions, used, ...account } = row;
      return { account: accountFromRow(account), keyId, restrictions: restrictions ?? undefined, used };
    },
    usage: async (accountId, month) => {
      // ('acc_a', '2026-11') -> ('2026-11', 21, 'GetForecast', 'key_a', 12), … by day, method and key.
      const rows = await connection.ask<DayRow>(
        (sql) => sql`
          SELECT month, day, method, key_id, calls FROM usage_by_day
          WHERE account_id = ${accountId} AND month = ${month} ORDER BY day, method, key_id`,
      );
      return rows.map(usageFromRow);
    },
    monthlyTotals: (accountId) => {
      const oldest = oldestRetainedMonth(clock.nowMs());
      // ('acc_a', '2025-11') -> ('2026-11', 498, {"safe_to_book": 201, …}), ('2026-09', 12, {…}), …
      return connection.ask<MonthlyTotal>(
        (sql) => sql`
          SELECT month, calls, ${verdictsColumn(sql)} FROM month_total
          WHERE account_id = ${accountId} AND month >= ${oldest} AND calls > 0 ORDER BY month DESC LIMIT 13`,
      );
    },
    async *usageOfAll(month) {
      let last: string | undefined | null = null;
      while (last !== undefined) {
        const rows: readonly AccountMonthRow[] = await readMonth(connection, month, last);
        for (const { calls, ...account } of rows) yield { account: accountFromRow(account), calls };
        last = rows.at(-1)?.id;
      }
    },
  };
}

function readMonth(
  connection: PostgresStoreParts["connection"],
  month: string,
  last: string | null,
): Promise<readonly AccountMonthRow[]> {
  // The accounts after the one of that id with their calls of the month, oldest first: ('2026-11', NULL) ->
  // ('acc_a', …, 498), ('acc_b', …, 0), …
  return connection.ask<AccountMonthRow>(
    (sql) => sql`
      SELECT ${accountColumns(sql)}, coalesce(month_total.calls, 0) AS calls
      FROM account
      LEFT JOIN month_total ON month_total.account_id = account.id AND month_total.month = ${month}
      WHERE ${last}::text IS NULL
        OR (created_at_ms, seq) > (SELECT created_at_ms, seq FROM account WHERE id = ${last})
      ORDER BY created_at_ms, seq LIMIT ${BATCH}`,
  );
}

export function usageFromRow({ month, day, method, keyId, calls }: DayRow): UsageRow {
  return { day: usageDayToText({ month, day }), method, keyId: keyId === "" ? undefined : keyId, calls };
}

/** What the answers of a month said. */
export function verdictsColumn(sql: PostgresSql): Fragment {
  return sql`json_build_object('safe_to_book', safe_to_book, 'proceed_with_caution', proceed_with_caution,
    'not_recommended', not_recommended) AS verdicts`;
}

// What every call asks of PostgreSQL: who is calling. And what was counted.
import { expectNoSeal, type Seal } from "../moving/movable-store.ts";
import type { Fragment } from "postgres";
import type {
  AccountMonth,
  AccountStore,
  Caller,
  MonthlyTotal,
  Spending,
  UsageRow,
} from "../account-store.ts";
import type { KeyRestrictions } from "../publishable/key-restrictions.ts";
import { readInBatches } from "../sql/read-in-batches.ts";
import { oldestRetainedMonth } from "../retention.ts";
import { usageDayToText } from "../usage-day.ts";
import { accountColumns, accountFromRow, type AccountRow } from "./accounts.ts";
import type { PostgresSql } from "./connect.ts";
import { historyColumn } from "./changes/history.ts";
import type { PostgresStoreParts } from "./store-parts.ts";

type PostgresUsage = Pick<AccountStore, "findCaller" | "usage" | "monthlyTotals" | "usageOfAll">;

/** How many accounts are asked for at once: a statement is to end well before its deadline. */
const BATCH = 500;

type CallerRow = AccountRow &
  Pick<Caller, "keyId" | "used"> & { readonly restrictions: KeyRestrictions | null };
type AccountMonthRow = AccountRow & Pick<AccountMonth, "calls" | "history"> & { readonly seq: number };

/** Where a statement over accounts goes on, in the order of the index `account_by_age`. */
export type Age = Pick<AccountMonthRow, "createdAtMs" | "seq">;
export const BEFORE_ALL: Age = { createdAtMs: -1, seq: 0 };

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
      if (row === undefined) {
        // The seal of moving.ts; not asked about a key that is good.
        const seals = await connection.ask<Pick<Seal, "kind">>(
          (sql) => sql`
            SELECT split_part(tgname, '_', 2) AS kind FROM pg_trigger
            WHERE tgrelid = 'account'::regclass AND tgname ~ '^sealed_'`,
        );
        return expectNoSeal(seals[0]);
      }
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
      const rows = readInBatches(BEFORE_ALL, (last) => readMonth(connection, month, last));
      for await (const { seq: _, calls, history, ...account } of rows) {
        yield { account: accountFromRow(account), calls, history };
      }
    },
  };
}

function readMonth(
  connection: PostgresStoreParts["connection"],
  month: string,
  last: Age,
): Promise<readonly AccountMonthRow[]> {
  // The accounts after that one with their calls of the month and all that was agreed with them, oldest first:
  // ('2026-11', -1, 0) -> ('acc_a', …, 498, [{…}]), ('acc_b', …, 0, [{…}]), …
  return connection.ask<AccountMonthRow>(
    (sql) => sql`
      SELECT ${accountColumns(sql)}, account.seq, coalesce(month_total.calls, 0) AS calls, ${historyColumn(sql)} AS history
      FROM account
      LEFT JOIN month_total ON month_total.account_id = account.id AND month_total.month = ${month}
      WHERE (account.created_at_ms, account.seq) > (${last.createdAtMs}::bigint, ${last.seq}::bigint)
      ORDER BY account.created_at_ms, account.seq LIMIT ${BATCH}`,
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

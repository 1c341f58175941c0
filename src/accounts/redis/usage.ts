// What was counted, as Redis holds it: a hash for each month.
import type { RedisConnection, RedisReply } from "../../redis/connection.ts";
import { listFromReply, mapFromReply } from "../../redis/reply.ts";
import type { AccountMonth, AccountStore, MonthlyVerdicts, UsageRow } from "../account-store.ts";
import { retainedMonths } from "../retention.ts";
import { usageDayFromText, usageDayToText } from "../usage-day.ts";
import type { VerdictCounts } from "../verdict.ts";
import { accountFromReply } from "./account-values.ts";
import { historyFromReply } from "./changes/history.ts";
import { accountKeys, USAGE_FIELDS } from "./keys.ts";
import { ofEachAccount } from "./of-each-account.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisUsage = Pick<AccountStore, "usage" | "monthlyTotals" | "usageOfAll">;

export function createRedisUsage({ connection, clock }: RedisStoreParts): RedisUsage {
  return {
    usage: async (accountId, month) =>
      usageFromReply(month, await connection.send(["HGETALL", accountKeys(accountId).usage(month)])),

    monthlyTotals: async (accountId) => {
      const { usage } = accountKeys(accountId);
      const totals = await Promise.all(
        retainedMonths(clock.nowMs()).map(async (month) => {
          const fields = [USAGE_FIELDS.total, ...USAGE_FIELDS.verdicts];
          const reply = listFromReply(await connection.send(["HMGET", usage(month), ...fields]));
          const [calls = 0, ...verdicts] = reply.map(Number);
          return { month, calls, verdicts: verdictsOf(verdicts) };
        }),
      );
      return totals.filter(({ calls }) => calls > 0);
    },

    async *usageOfAll(month) {
      for await (const found of ofEachAccount(connection, (id) => readMonth(connection, id, month))) {
        if (found !== undefined) yield found;
      }
    },
  };
}

/** Undefined where there is no such account. */
async function readMonth(
  connection: RedisConnection,
  id: string,
  month: string,
): Promise<AccountMonth | undefined> {
  const keys = accountKeys(id);
  const [fields, periods, calls] = await Promise.all([
    connection.send(["HGETALL", keys.account]),
    connection.send(["LRANGE", keys.history, "0", "-1"]),
    connection.send(["HGET", keys.usage(month), USAGE_FIELDS.total]),
  ]);
  const account = accountFromReply(id, fields);
  if (account === undefined) return undefined;
  return { account, calls: Number(calls ?? 0), history: historyFromReply(periods, account) };
}

/** The rows of a month's hash, by day, method and key. */
export function usageFromReply(month: string, reply: RedisReply): readonly UsageRow[] {
  const rows: UsageRow[] = [];
  for (const [field, calls] of mapFromReply(reply)) {
    const [day = "", method, keyId] = field.split(" ");
    // The total and the verdicts are of no day.
    if (method !== undefined) {
      rows.push({ day: usageDayToText({ month, day: Number(day) }), method, keyId, calls: Number(calls) });
    }
  }
  return rows.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** What the answers said, by a month's hash; undefined where none said anything. */
export function verdictsFromReply(month: string, reply: RedisReply): MonthlyVerdicts | undefined {
  const fields = mapFromReply(reply);
  const counts = USAGE_FIELDS.verdicts.map((verdict) => Number(fields.get(verdict) ?? 0));
  return counts.every((count) => count === 0) ? undefined : { month, verdicts: verdictsOf(counts) };
}

/** From the counts in the order of VERDICTS. */
function verdictsOf([safe = 0, caution = 0, not = 0]: readonly number[]): VerdictCounts {
  return { safe_to_book: safe, proceed_with_caution: caution, not_recommended: not };
}

function orderOf({ day, method, keyId = "" }: UsageRow): string {
  return `${day} ${method} ${keyId}`;
}

/** Field, value, field, value … of a month's hash, its total included. */
export function usageToFields(rows: readonly UsageRow[]): readonly string[] {
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  const days = rows.map(({ day, calls, ...row }) => [
    USAGE_FIELDS.of({ ...row, day: usageDayFromText(day).day }),
    String(calls),
  ]);
  return [USAGE_FIELDS.total, String(total), ...days.flat()];
}

// What was counted, as Redis holds it: a hash for each month.
import type { RedisReply } from "../../redis/connection.ts";
import { mapFromReply } from "../../redis/reply.ts";
import type { AccountStore, UsageRow } from "../account-store.ts";
import { retainedMonths } from "../retention.ts";
import { usageDayFromText, usageDayToText } from "../usage-day.ts";
import { accountKeys, USAGE_FIELDS } from "./keys.ts";
import type { RedisStoreParts } from "./store-parts.ts";

type RedisUsage = Pick<AccountStore, "usage" | "monthlyTotals">;

export function createRedisUsage({ connection, clock }: RedisStoreParts): RedisUsage {
  return {
    usage: async (accountId, month) =>
      usageFromReply(month, await connection.send(["HGETALL", accountKeys(accountId).usage(month)])),

    monthlyTotals: async (accountId) => {
      const { usage } = accountKeys(accountId);
      const totals = await Promise.all(
        retainedMonths(clock.nowMs()).map(async (month) => ({
          month,
          calls: Number(await connection.send(["HGET", usage(month), USAGE_FIELDS.total])),
        })),
      );
      return totals.filter(({ calls }) => calls > 0);
    },
  };
}

/** The rows of a month's hash, by day, then method. */
export function usageFromReply(month: string, reply: RedisReply): readonly UsageRow[] {
  const rows: UsageRow[] = [];
  for (const [field, calls] of mapFromReply(reply)) {
    if (field !== USAGE_FIELDS.total) {
      const [day = "", method = ""] = field.split(" ", 2);
      rows.push({ day: usageDayToText({ month, day: Number(day) }), method, calls: Number(calls) });
    }
  }
  return rows.sort((a, b) => (`${a.day} ${a.method}` < `${b.day} ${b.method}` ? -1 : 1));
}

/** Field, value, field, value … of a month's hash, its total included. */
export function usageToFields(rows: readonly UsageRow[]): readonly string[] {
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  const days = rows.map(({ day, method, calls }) => [
    USAGE_FIELDS.of(usageDayFromText(day).day, method),
    String(calls),
  ]);
  return [USAGE_FIELDS.total, String(total), ...days.flat()];
}

// A month's calls as Redis holds them: one hash with a field a day and method, and their sum, which the quota is decided
// by. One script writes both, so they cannot disagree.
import type { Spending, UsageRow } from "../account-store.ts";
import type { RedisReply } from "../../redis/connection.ts";
import { mapFromReply } from "../../redis/reply.ts";

export const TOTAL_FIELD = "total";

/** `21 GetForecast` */
export function usageField({ day, method }: Pick<Spending, "day" | "method">): string {
  return `${day} ${method}`;
}

/** The rows of a month's hash, by day, then method. */
export function usageFromReply(month: string, reply: RedisReply): readonly UsageRow[] {
  const rows: UsageRow[] = [];
  for (const [field, calls] of mapFromReply(reply)) {
    if (field !== TOTAL_FIELD) {
      const [day = "", method = ""] = field.split(" ", 2);
      rows.push({ day: `${month}-${day.padStart(2, "0")}`, method, calls: Number(calls) });
    }
  }
  return rows.sort((a, b) => (`${a.day} ${a.method}` < `${b.day} ${b.method}` ? -1 : 1));
}

/** Field, value, field, value … of a month's hash, its sum included. */
export function usageToFields(rows: readonly UsageRow[]): readonly string[] {
  const total = rows.reduce((sum, { calls }) => sum + calls, 0);
  return [
    TOTAL_FIELD,
    String(total),
    ...rows.flatMap(({ day, method, calls }) => [
      usageField({ day: Number(day.slice(-2)), method }),
      String(calls),
    ]),
  ];
}

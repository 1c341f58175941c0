// What was counted, as Redis holds it.
import type { Clock } from "../../clock.ts";
import type { AccountStore } from "../account-store.ts";
import { retainedMonths } from "../retention.ts";
import type { RedisConnection } from "../../redis/connection.ts";
import { accountKeys } from "./keys.ts";
import { TOTAL_FIELD, usageFromReply } from "./usage-values.ts";

type RedisUsage = Pick<AccountStore, "usage" | "monthlyTotals">;

export function createRedisUsage({
  connection,
  clock,
}: {
  readonly connection: RedisConnection;
  readonly clock: Clock;
}): RedisUsage {
  return {
    usage: async (accountId, month) =>
      usageFromReply(month, await connection.send(["HGETALL", accountKeys(accountId).usage(month)])),

    monthlyTotals: async (accountId) => {
      const { usage } = accountKeys(accountId);
      const totals = await Promise.all(
        retainedMonths(clock.nowMs()).map(async (month) => ({
          month,
          calls: Number(await connection.send(["HGET", usage(month), TOTAL_FIELD])),
        })),
      );
      return totals.filter(({ calls }) => calls > 0);
    },
  };
}

// Counting calls in Redis, which every answer waits for, and what was counted.
import type { Clock } from "../clock.ts";
import type { AccountStore } from "./account-store.ts";
import { keptMonths, secondsKept } from "./kept-months.ts";
import type { RedisConnection } from "../redis/redis-connection.ts";
import { accountKeys } from "./redis-keys.ts";
import { listFromReply } from "../redis/redis-reply.ts";
import { createRedisScript, runRedisScript } from "../redis/redis-script.ts";
import { TOTAL_FIELD, usageField, usageFromReply } from "./redis-usage-values.ts";

type RedisUsage = Pick<AccountStore, "spend" | "usage" | "monthlyTotals">;

export function createRedisUsage({
  connection,
  clock,
}: {
  readonly connection: RedisConnection;
  readonly clock: Clock;
}): RedisUsage {
  return {
    spend: async (spending) => {
      const { accountId, month, quota } = spending;
      const { usage, account } = accountKeys(accountId);
      const reply = await runRedisScript(connection, SPEND, {
        keys: [usage(month), account],
        args: [usageField(spending), quota, secondsKept(month, clock.nowMs())],
      });
      const [outcome, used] = listFromReply(reply).map(Number);
      if (outcome === undefined || used === undefined) {
        throw new Error(`a call of account ${accountId} was to be counted, and there is no such account`);
      }
      return { kind: outcome === 1 ? "Spent" : "Exhausted", used };
    },

    usage: async (accountId, month) =>
      usageFromReply(month, await connection.send(["HGETALL", accountKeys(accountId).usage(month)])),

    monthlyTotals: async (accountId) => {
      const { usage } = accountKeys(accountId);
      const totals = await Promise.all(
        keptMonths(clock.nowMs()).map(async (month) => ({
          month,
          calls: Number(await connection.send(["HGET", usage(month), TOTAL_FIELD])),
        })),
      );
      return totals.filter(({ calls }) => calls > 0);
    },
  };
}

/**
 * Counts a call where the month has fewer than the quota, and changes nothing otherwise: looking and adding are one step,
 * so however many ask at once, in however many processes, exactly the quota is counted. The day's row and the month's sum
 * move together. The month gets its expiry with its first call, and never again.
 * KEYS: the account's month, its properties. ARGV: the row, the quota, how many seconds the month is kept.
 * Replies 1 (counted) or 0 (not), and the month's calls after it; nil, and changes nothing, where there is no account.
 * ('21 GetForecast', 500, 31536000) after 499 calls -> {1, 500}; once more -> {0, 500}
 */
const SPEND = createRedisScript(`
  local used = tonumber(redis.call('HGET', KEYS[1], '${TOTAL_FIELD}') or 0)
  if used == 0 and redis.call('EXISTS', KEYS[2]) == 0 then return false end
  if used >= tonumber(ARGV[2]) then return {0, used} end
  redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
  redis.call('HINCRBY', KEYS[1], '${TOTAL_FIELD}', 1)
  if used == 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
  return {1, used + 1}
`);

// Who was on which plan when, and what operators did, in Redis: two lists of each account, which its scripts add to in the step
// of the change. A store from before there were such lists has none; what the account was is presumed then.
import { listFromReply } from "../../../redis/reply.ts";
import type { Account, AccountStore } from "../../account-store.ts";
import type { AccountState } from "../../account/account-state.ts";
import type { AuditedAct, AuditEntry } from "../../account/audit-entry.ts";
import { presumedHistory, type PlanPeriod } from "../../account/plan-period.ts";
import type { RedisReply } from "../../../redis/connection.ts";
import { accountFromReply } from "../account-values.ts";
import { accountKeys } from "../keys.ts";
import { ofEachAccount } from "../of-each-account.ts";
import type { RedisStoreParts } from "../store-parts.ts";

type RedisHistory = Pick<AccountStore, "planHistory" | "auditLog">;
type AuditLine = Omit<AuditEntry, "accountId">;

export function createRedisHistory({ connection }: RedisStoreParts): RedisHistory {
  const linesOf = async (accountId: string): Promise<readonly AuditEntry[]> => {
    const reply = await connection.send(["LRANGE", accountKeys(accountId).audit, "0", "-1"]);
    return auditFromReply(reply).map((line) => Object.assign({ accountId }, line));
  };

  return {
    planHistory: async (accountId) => {
      const { account, history } = accountKeys(accountId);
      const [periods, fields] = await Promise.all([
        connection.send(["LRANGE", history, "0", "-1"]),
        connection.send(["HGETALL", account]),
      ]);
      const found = accountFromReply(accountId, fields);
      return found === undefined ? [] : historyFromReply(periods, found);
    },
    async *auditLog({ accountId } = {}) {
      if (accountId !== undefined) return yield* await linesOf(accountId);
      const entries = await Array.fromAsync(ofEachAccount(connection, linesOf));
      // Each account's lines stand in their order already, which those of one millisecond keep.
      yield* entries.flat().sort((a, b) => a.atMs - b.atMs);
    },
  };
}

export function auditToText(
  { clock, operator }: Pick<RedisStoreParts, "clock" | "operator">,
  act: AuditedAct,
): string {
  return JSON.stringify({ atMs: clock.nowMs(), operator, ...act } satisfies AuditLine);
}

export function auditFromReply(reply: RedisReply): readonly AuditLine[] {
  return listFromReply(reply).map((line) => JSON.parse(String(line)) as AuditLine);
}

/** `1795000000000 0 100000 active growth`: since when, whether presumed, the quota, the state, the plan. */
export function periodToText({ sinceMs, isPresumed, monthlyQuota, state, plan }: PlanPeriod): string {
  return `${sinceMs} ${Number(isPresumed)} ${monthlyQuota} ${state} ${plan}`;
}

export function historyFromReply(reply: RedisReply, account: Account): readonly PlanPeriod[] {
  const periods = listFromReply(reply).map(String).map(periodFromText);
  return periods.length > 0 ? periods : presumedHistory(account);
}

function periodFromText(text: string): PlanPeriod {
  const [sinceMs, isPresumed, monthlyQuota, state, ...plan] = text.split(" ");
  return {
    sinceMs: Number(sinceMs),
    plan: plan.join(" "),
    monthlyQuota: Number(monthlyQuota),
    state: state as AccountState,
    isPresumed: isPresumed === "1",
  };
}

/**
 * For scripts that change an account: what `agreed` says of it before and after goes to `beginPeriod`, which adds a period
 * where that is not the same, and before the first one the presumed.
 */
export const PERIODS = `
  local function agreed(account)
    local fields = redis.call('HMGET', account, 'plan', 'monthlyQuota', 'isSuspended', 'closedAtMs', 'deletedAtMs')
    local state = fields[5] and 'deleted' or fields[4] and 'closed' or fields[3] == '1' and 'suspended' or 'active'
    return fields[2] .. ' ' .. state .. ' ' .. fields[1]
  end
  local function beginPeriod(account, history, nowMs, before)
    local now = agreed(account)
    if now == before then return end
    if redis.call('EXISTS', history) == 0 then
      redis.call('RPUSH', history, redis.call('HGET', account, 'createdAtMs') .. ' 1 ' .. before)
    end
    redis.call('RPUSH', history, nowMs .. ' 0 ' .. now)
  end
`;

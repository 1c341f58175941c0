// Counting calls in Redis, which every answer waits for.
import { setImmediate as turnEnd } from "node:timers/promises";
import { listFromReply } from "../../redis/reply.ts";
import { createRedisScript, runRedisScript } from "../../redis/script.ts";
import type { AccountStore } from "../account-store.ts";
import { KEY_OPERATIONS } from "../publishable/key-restrictions.ts";
import { secondsRetained } from "../retention.ts";
import {
  addCall,
  emptyRow,
  spendingName,
  spendResult,
  type CountedRow,
  type SpendingRow,
} from "../spending-rows.ts";
import { verdictLetter } from "../verdict-letters.ts";
import { accountKeys, USAGE_FIELDS } from "./keys.ts";
import { refuseSealed } from "./seal.ts";
import type { RedisStoreParts } from "./store-parts.ts";

interface GatheredRow {
  readonly row: SpendingRow;
  readonly counted: Promise<CountedRow>;
}

/**
 * One script counts the alike calls of one turn of the event loop: a busy customer's calls cost Redis little more than
 * one of them. No turn waits for the one before, so that a Redis that hangs costs no call more than one deadline.
 */
export function createRedisCounter({ connection, clock }: RedisStoreParts): Pick<AccountStore, "spend"> {
  const gathering = new Map<string, GatheredRow>();

  const countAtTurnEnd = async (name: string, row: SpendingRow): Promise<CountedRow> => {
    await turnEnd();
    gathering.delete(name);
    return countRow(row);
  };

  const countRow = async (row: SpendingRow): Promise<CountedRow> => {
    const { accountId, month, quota, dailyQuota, calls, verdicts } = row;
    const { usage, account } = accountKeys(accountId);
    const args = [USAGE_FIELDS.of(row), quota, calls, secondsRetained(month, clock.nowMs()), verdicts];
    if (dailyQuota !== undefined) {
      args.push(dailyQuota, ...KEY_METHODS.map((method) => USAGE_FIELDS.of({ ...row, method })));
    }
    const reply = await runRedisScript(connection, COUNT, { keys: [usage(month), account], args });
    const [usedBefore, counted, usedOfDayBefore] = listFromReply(reply).map(Number);
    if (usedBefore === undefined || counted === undefined) {
      throw new Error(`a call of account ${accountId} was to be counted, and there is no such account`);
    }
    return { usedBefore, counted, usedOfDayBefore };
  };

  return {
    spend: async (spending) => {
      const name = spendingName(spending);
      let gathered = gathering.get(name);
      if (gathered === undefined) {
        const row = emptyRow(spending);
        gathered = { row, counted: countAtTurnEnd(name, row) };
        gathering.set(name, gathered);
      }
      const order = addCall(gathered.row, spending);
      return spendResult(spending, await gathered.counted, order);
    },
  };
}

/** All that a publishable key can be counted for. */
const KEY_METHODS = Object.values(KEY_OPERATIONS);

/** `s = 'safe_to_book', …`, as Lua has it. */
const VERDICT_BY_LETTER = USAGE_FIELDS.verdicts
  .map((verdict) => `${verdictLetter(verdict)} = '${verdict}'`)
  .join(", ");

/**
 * Counts as many of a row's calls as the quota leaves, and of a publishable key its day; changes nothing where that is none:
 * looking and adding are one step, so however many ask at once, in however many processes, exactly the quota is counted. The
 * day's row and the month's sum move together. The month's expiry is set anew with the first call of each row, so that a
 * month that a clock was in by mistake does not end in the middle when it has really come.
 * KEYS: the account's month, its properties. ARGV: the row, the quota, how many calls, the seconds that the month is
 * retained, and a letter for the verdict of each call; of a publishable key the quota of its day, and the rows of that day.
 * Replies the month's calls before it, how many of these were counted, and of a publishable key its day's calls before it;
 * nil, and changes nothing, where there is no account, which is looked at only while nothing of the month is counted.
 * ('21 RankSafeSlots key_abc', 500, 3, 31536000, 'sns') after 498 calls -> {498, 2}, and one answer more of the month said
 * safe_to_book, one not_recommended; once more -> {500, 0}
 * ('21 GetForecast key_abc', 500, 3, 31536000, '---', 40, '21 GetForecast key_abc', …) after 39 calls -> {39, 1, 39}
 */
const COUNT = createRedisScript(`${refuseSealed(2)}
  local used = tonumber(redis.call('HGET', KEYS[1], '${USAGE_FIELDS.total}') or 0)
  if used == 0 and redis.call('EXISTS', KEYS[2]) == 0 then return false end
  local left, usedOfDay = tonumber(ARGV[2]) - used, nil
  if ARGV[6] then
    usedOfDay = 0
    for row = 7, #ARGV do usedOfDay = usedOfDay + tonumber(redis.call('HGET', KEYS[1], ARGV[row]) or 0) end
    left = math.min(left, tonumber(ARGV[6]) - usedOfDay)
  end
  local counted = math.min(tonumber(ARGV[3]), math.max(0, left))
  if counted == 0 then return {used, 0, usedOfDay} end
  local ofRow = redis.call('HINCRBY', KEYS[1], ARGV[1], counted)
  redis.call('HINCRBY', KEYS[1], '${USAGE_FIELDS.total}', counted)
  local verdicts = string.sub(ARGV[5], 1, counted)
  for letter, verdict in pairs({${VERDICT_BY_LETTER}}) do
    local _, times = string.gsub(verdicts, letter, '')
    if times > 0 then redis.call('HINCRBY', KEYS[1], verdict, times) end
  end
  if ofRow == counted then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
  return {used, counted, usedOfDay}
`);

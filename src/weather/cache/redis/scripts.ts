// What replicas that share forecasts ask of Redis, each in one atomic step.
import { createRedisScript, type RedisScript } from "../../../redis/script.ts";

/**
 * Where nothing but forecasts is in that memory, all of it is theirs; when it is full they make room for each other, or are
 * refused by Redis itself.
 */
const NO_SHORTAGE = `
  local function shortage() return nil end
`;

/**
 * Accounts and counts are in the same memory, never evicted, and when it is full calls cannot be counted any more: so
 * forecasts are cached only while at least half of it is free. As what is cached goes within hours, accounts that grow into
 * their half push forecasts out, and never the other way round.
 *
 * Without a maxmemory there is nothing that could be full. A Redis that does not say (an access list may forbid INFO) is
 * taken for full: what is lost are fetches by each replica for itself, what is at stake are the counts. The command and
 * its parsing take 19 µs of Redis' time.
 */
const SHORTAGE = `
  local function shortage()
    local info = redis.pcall('INFO', 'memory')
    local text = type(info) == 'string' and info or ''
    local used = tonumber(string.match(text, '\\nused_memory:(%d+)'))
    local max = tonumber(string.match(text, '\\nmaxmemory:(%d+)'))
    if not used or not max then return 'unmeasured' end
    if max > 0 and used > max / 2 then return 'full' end
    return nil
  end
`;

/**
 * Looks for a forecast, and if there is none that is recent enough, gives one replica at a time the lease to fetch it:
 * both in one step, so that nobody is given a lease for what another has just fetched. Nor is anybody given one, or made
 * to wait for another, when what is fetched would not be cached.
 * KEYS: the forecast, its lease. ARGV: since when it has to have been fetched and until when, as clocks differ and may be
 * set back (Unix ms), a token, the lease's ms.
 * Replies found, leased, taken or the shortage, with the time and the bytes of what there is, if anything.
 * ('1795000000000', '1795001800000', '5f0c…', '10000') -> {'leased', '1794990000000', '\\1…'}
 */
const ask = (shortage: string) =>
  createRedisScript(`
  ${shortage}
  local cached = redis.call('HMGET', KEYS[1], 'fetched_at_ms', 'forecast')
  local at = tonumber(cached[1])
  if at and at >= tonumber(ARGV[1]) and at <= tonumber(ARGV[2]) then return {'found', cached[1], cached[2]} end
  if redis.call('EXISTS', KEYS[2]) == 1 then return {'taken', cached[1], cached[2]} end
  local lacking = shortage()
  if lacking then return {lacking, cached[1], cached[2]} end
  redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
  return {'leased', cached[1], cached[2]}
`);

/**
 * Caches a forecast for the others unless there is a younger one, or a shortage; ends the lease, if it is the caller's,
 * in any case. The shortage is looked for again, since whoever was not answered in time comes here as well.
 * KEYS: the forecast, its lease. ARGV: the token, when it was fetched (Unix ms; nothing after a failure), its bytes, for
 * how many ms it is good, and how many ms later another may have been fetched: one further ahead is of a clock that was
 * set back. Replies the shortage, if that has kept it from caching the forecast.
 * ('5f0c…', '1795000000000', '\\1…', '21600000', '800000') -> {}
 */
const settle = (shortage: string) =>
  createRedisScript(`
  ${shortage}
  local lacking = nil
  if ARGV[2] ~= '' then
    local at = tonumber(redis.call('HGET', KEYS[1], 'fetched_at_ms'))
    local ahead = at and at - tonumber(ARGV[2])
    if not at or ahead < 0 or ahead > tonumber(ARGV[5]) then
      lacking = shortage()
      if not lacking then
        redis.call('HSET', KEYS[1], 'fetched_at_ms', ARGV[2], 'forecast', ARGV[3])
        redis.call('PEXPIRE', KEYS[1], ARGV[4])
      end
    end
  end
  if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
  return {lacking}
`);

export interface ForecastScripts {
  readonly ask: RedisScript;
  readonly settle: RedisScript;
}

/** In a Redis with accounts and counts. */
export const BESIDE_COUNTS: ForecastScripts = { ask: ask(SHORTAGE), settle: settle(SHORTAGE) };

/** In a Redis of their own. */
export const APART: ForecastScripts = { ask: ask(NO_SHORTAGE), settle: settle(NO_SHORTAGE) };

// Forecasts that replicas share through a Redis: one fetches, the others read. Nothing here is needed to answer a call, so
// every step has a short deadline, and after any failure a replica goes on alone.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDeadline } from "../redis/deadline.ts";
import { createRedisBytesConnection, type RedisReply } from "../redis/redis-connection.ts";
import { listFromReply } from "../redis/redis-reply.ts";
import { createRedisScript, runRedisScript, type RedisScript } from "../redis/redis-script.ts";
import { USABLE_MS_MAX } from "./forecast-terms.ts";
import type { PackedForecast } from "./kept-forecasts.ts";
import { unpackForecast } from "./packed-forecast.ts";
import type { Place } from "./place.ts";
import type { SharedAnswer, SharedForecasts } from "./shared-forecasts.ts";

/** How Redis served; a metrics label, so the set is closed. */
export type SharingOutcome =
  | "found" // another replica had fetched it
  | "leased" // nobody had: this replica fetches it for all
  | "waited" // another replica is fetching it, for too long
  | "unavailable" // Redis was not reached, or not in time
  | "unreadable"; // what it holds was not written by this version

/** Redis needs some microseconds, its network about a millisecond: what takes this long is worth less than a fetch. */
const STEP_TIMEOUT_MS = 50;

/** How often a replica looks whether another has finished. A provider takes 100 ms and more. */
const POLL_MS = 50;

/** How long a replica waits for another's fetch. Nine of ten take less than half of that. */
const WAIT_MS = 1_500;

/** Longer than a source takes to answer or fail; a replica that was killed holds the others up for so long at most. */
const LEASE_MS = 10_000;

export interface RedisForecasts extends SharedForecasts {
  close(): Promise<void>;
}

/** Starts to connect. Nobody waits for that: until it is done, as whenever Redis is away, each replica works alone. */
export function createRedisForecasts({
  url,
  onOutcome,
}: {
  readonly url: string;
  readonly onOutcome: (outcome: SharingOutcome) => void;
}): RedisForecasts {
  const connection = createRedisBytesConnection({ url });

  const run = async (
    script: RedisScript,
    place: Place,
    args: readonly (string | number | Uint8Array)[],
  ): Promise<readonly RedisReply<Buffer>[] | undefined> => {
    const deadline = createDeadline(STEP_TIMEOUT_MS);
    const operands = { keys: keysOf(place), args: args.map(asArgument) };
    try {
      return listFromReply(
        await Promise.race([runRedisScript(connection, script, operands), deadline.passed]),
      );
    } catch {
      onOutcome("unavailable");
      return undefined;
    } finally {
      deadline.clear();
    }
  };

  const wanted = (place: Place, token: string, older: PackedForecast | undefined): SharedAnswer => ({
    kind: "Wanted",
    older,
    settle: async (fetched) => {
      const { fetchedAtMs = "", packed = "" } = fetched ?? {};
      await run(SETTLE, place, [token, fetchedAtMs, packed, USABLE_MS_MAX]);
    },
  });

  return {
    ask: async (place, sinceMs) => {
      const token = randomUUID();
      const waitUntilMs = performance.now() + WAIT_MS;
      for (;;) {
        const reply = await run(ASK, place, [sinceMs, token, LEASE_MS]);
        if (reply === undefined) return wanted(place, token, undefined);
        const [state, ...kept] = reply;
        const forecast = forecastFromReply(kept, onOutcome);
        if (isWord(state, "found")) {
          if (forecast === undefined) return wanted(place, token, undefined);
          onOutcome("found");
          return { kind: "Found", forecast };
        }
        const isLeased = isWord(state, "leased");
        if (isLeased || performance.now() >= waitUntilMs) {
          onOutcome(isLeased ? "leased" : "waited");
          return wanted(place, token, forecast);
        }
        await sleep(POLL_MS, undefined, { ref: false });
      }
    },
    close: () => connection.close(),
  };
}

/** The forecast and the lease to fetch it. The braces keep both on one node of a cluster. */
function keysOf({ key }: Place): readonly string[] {
  const name = `suitability:forecast:v1:{${key}}`;
  return [name, `${name}:lease`];
}

function asArgument(value: string | number | Uint8Array): string | number | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function isWord(reply: RedisReply<Buffer> | undefined, word: string): boolean {
  return reply instanceof Buffer && reply.equals(Buffer.from(word));
}

/** What there is under a place's name; undefined where there is nothing, or nothing that this version can read. */
function forecastFromReply(
  [fetchedAt, bytes]: readonly RedisReply<Buffer>[],
  onOutcome: (outcome: SharingOutcome) => void,
): PackedForecast | undefined {
  if (!(fetchedAt instanceof Buffer) || !(bytes instanceof Buffer)) return undefined;
  // A copy, since the reply is part of a larger buffer that would be kept with it.
  const packed = Uint8Array.from(bytes);
  try {
    unpackForecast(packed);
    return { packed, fetchedAtMs: Number(fetchedAt.toString()) };
  } catch {
    onOutcome("unreadable");
    return undefined;
  }
}

/**
 * Looks for a forecast, and if there is none that is recent enough, gives one replica at a time the lease to fetch it:
 * both in one step, so that nobody is given a lease for what another has just fetched.
 * KEYS: the forecast, its lease. ARGV: since when it has to have been fetched (Unix ms), a token, the lease's ms.
 * Replies found, leased or taken, with the time and the bytes of what there is, if anything.
 * ('1795000000000', '5f0c…', '10000') -> {'leased', '1794990000000', '\\1…'}
 */
const ASK = createRedisScript(`
  local kept = redis.call('HMGET', KEYS[1], 'fetched_at_ms', 'forecast')
  local at = tonumber(kept[1])
  if at and at >= tonumber(ARGV[1]) then return {'found', kept[1], kept[2]} end
  local isLeased = redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3])
  return {isLeased and 'leased' or 'taken', kept[1], kept[2]}
`);

/**
 * Keeps a forecast for the others unless there is one that was fetched later, and ends the lease if it is the caller's.
 * KEYS: the forecast, its lease. ARGV: the token, when it was fetched (Unix ms; nothing after a failure), its bytes, for
 * how many ms it is good. Replies an empty list.
 * ('5f0c…', '1795000000000', '\\1…', '21600000') -> {}
 */
const SETTLE = createRedisScript(`
  if ARGV[2] ~= '' then
    local at = tonumber(redis.call('HGET', KEYS[1], 'fetched_at_ms'))
    if not at or at < tonumber(ARGV[2]) then
      redis.call('HSET', KEYS[1], 'fetched_at_ms', ARGV[2], 'forecast', ARGV[3])
      redis.call('PEXPIRE', KEYS[1], ARGV[4])
    end
  end
  if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
  return {}
`);

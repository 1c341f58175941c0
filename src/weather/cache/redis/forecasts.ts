// Forecasts that replicas share through a Redis: one fetches, the others read. Nothing here is needed to answer a call, so
// every step has a short deadline, and after any failure a replica goes on alone.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createDeadline } from "../../../deadline.ts";
import {
  createRedisBytesConnection,
  type RedisConnection,
  type RedisReply,
} from "../../../redis/connection.ts";
import { RedisUnavailable } from "../../../redis/failure.ts";
import { listFromReply } from "../../../redis/reply.ts";
import { runRedisScript, type RedisScript } from "../../../redis/script.ts";
import type { TlsReader } from "../../../connections/tls-reader.ts";
import { FRESH_MS_DEFAULT, freshTermMs, USABLE_MS_MAX } from "../age-limits.ts";
import type { PackedForecast } from "../forecast-cache.ts";
import { createAwayReports } from "./away-reports.ts";
import { unpackForecast } from "../packed-forecast.ts";
import type { Place } from "../../place.ts";
import { APART, BESIDE_COUNTS } from "./scripts.ts";

/** How Redis served; a metrics label, so the set is closed. */
export type SharingOutcome =
  | "found" // another replica had fetched it
  | "leased" // nobody had: this replica fetches it for all
  | "waited" // another replica is fetching it, for too long
  | "full" // there is no room: the other half of its memory is the accounts', or all is used where it has none of them
  | "unmeasured" // it does not say how much is used, so it may be full
  | "unavailable" // Redis was not reached, or not in time
  | "unreadable"; // what is cached there was not written by this version

/** Redis needs some microseconds, its network about a millisecond: what takes this long is worth less than a fetch. */
const STEP_TIMEOUT_MS = 50;

/** How often a replica looks whether another has finished. A provider takes 100 ms and more. */
const POLL_MS = 50;

/** How long a replica waits for another's fetch. Nine of ten take less than half of that. */
const WAIT_MS = 1_500;

/** Longer than a source takes to answer or fail; a replica that was killed holds the others up for so long at most. */
const LEASE_MS = 10_000;

/** What keeps a forecast from being cached there, as the scripts say it. */
const SHORTAGES = ["full", "unmeasured"] as const satisfies readonly SharingOutcome[];

/** Forecasts that replicas share. Asking and settling never reject: without Redis a replica works on its own. */
export interface SharedForecasts {
  /**
   * Asks for a forecast that is fresh at `nowMs`. While one replica has been told to fetch a place, the others wait here
   * for what it gets, for a while, or until the signal says that nobody wants it any more. One fetched earlier is handed
   * to `onOlder` before that wait begins.
   */
  ask(
    place: Place,
    nowMs: number,
    signal: AbortSignal,
    onOlder: (older: PackedForecast) => void,
  ): Promise<SharedAnswer>;
  close(): Promise<void>;
}

export type SharedAnswer =
  | { readonly kind: "Found"; readonly forecast: PackedForecast }
  | {
      /** It is for this replica to fetch one. */
      readonly kind: "Wanted";
      /** Hands over what was fetched, nothing after a failure; either way the others need not wait any longer. */
      readonly settle: (fetched: PackedForecast | undefined) => Promise<void>;
    };

/** Starts to connect. Nobody waits for that: until it is done, as whenever Redis is away, each replica works alone. */
export function createRedisForecasts({
  url,
  tls,
  isApart = false,
  freshMs = () => FRESH_MS_DEFAULT,
  onOutcome,
  onAway,
}: {
  readonly url: string;
  readonly tls?: TlsReader | undefined;
  /** Whether it has nothing but forecasts. */
  readonly isApart?: boolean;
  /** How long forecasts are fresh, as things stand. */
  readonly freshMs?: (() => number) | undefined;
  readonly onOutcome: (outcome: SharingOutcome) => void;
  /** Told why Redis was not reached, or not in time: each reason once in ten minutes. */
  readonly onAway?: ((reason: string) => void) | undefined;
}): SharedForecasts {
  const connection = createRedisBytesConnection({ url, tls });
  const scripts = isApart ? APART : BESIDE_COUNTS;
  const run = createStep({ connection, onFailure: onOutcome, onAway: createAwayReports(onAway) });

  const wanted = (place: Place, token: string): SharedAnswer => ({
    kind: "Wanted",
    settle: async (fetched) => {
      const { fetchedAtMs = "", packed = "" } = fetched ?? {};
      const args = [token, fetchedAtMs, packed, USABLE_MS_MAX, freshTermMs(place, freshMs())];
      const [shortage] = (await run(scripts.settle, place, args)) ?? [];
      const outcome = shortageFromReply(shortage);
      if (outcome !== undefined) onOutcome(outcome);
    },
  });

  return {
    ask: async (place, nowMs, signal, onOlder) => {
      const termMs = freshTermMs(place, freshMs());
      const token = randomUUID();
      const waitUntilMs = performance.now() + WAIT_MS;
      for (let isFirst = true; ; isFirst = false) {
        const reply = await run(scripts.ask, place, [nowMs - termMs, nowMs + termMs, token, LEASE_MS]);
        if (reply === undefined) return wanted(place, token);
        const [state, ...cached] = reply;
        if (isWord(state, "found")) {
          const forecast = forecastFromReply(cached, onOutcome);
          if (forecast === undefined) return wanted(place, token);
          onOutcome("found");
          return { kind: "Found", forecast };
        }
        const older = isFirst ? forecastFromReply(cached, onOutcome) : undefined;
        if (older !== undefined) onOlder(older);
        const isTaken = isWord(state, "taken");
        if (isTaken && performance.now() < waitUntilMs && !signal.aborted) {
          await sleep(POLL_MS, undefined, { ref: false });
          continue;
        }
        const shortage = shortageFromReply(state);
        onOutcome(shortage ?? (isTaken ? "waited" : "leased"));
        if (shortage !== undefined) return { kind: "Wanted", settle: async () => undefined };
        return wanted(place, token);
      }
    },
    close: () => connection.close(),
  };
}

type Step = (
  script: RedisScript,
  place: Place,
  args: readonly (string | number | Uint8Array)[],
) => Promise<readonly RedisReply<Buffer>[] | undefined>;

/** Runs a script on a place's keys, within the deadline or not at all. */
function createStep({
  connection,
  onFailure,
  onAway,
}: {
  readonly connection: RedisConnection<Buffer>;
  readonly onFailure: (outcome: "full" | "unavailable") => void;
  readonly onAway: (error: unknown) => void;
}): Step {
  return async (script, place, args) => {
    const deadline = createDeadline(STEP_TIMEOUT_MS);
    const operands = { keys: keysOf(place), args: args.map(asArgument) };
    try {
      return listFromReply(
        await Promise.race([runRedisScript(connection, script, operands), deadline.passed]),
      );
    } catch (error) {
      const isFull = isOutOfMemory(error);
      onFailure(isFull ? "full" : "unavailable");
      if (!isFull) onAway(error);
      return undefined;
    } finally {
      deadline.clear();
    }
  };
}

/** What a Redis says that may use no more memory and evicts nothing. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RedisUnavailable && error.message.startsWith("OOM ");
}

/**
 * The forecast and the lease to fetch it. The braces keep both on one node of a cluster. The number is that of the packed form:
 * while replicas of two versions run, each version shares among its own, and neither stumbles over what the other wrote.
 */
function keysOf({ key }: Place): readonly string[] {
  const name = `suitability:forecast:v2:{${key}}`;
  return [name, `${name}:lease`];
}

function asArgument(value: string | number | Uint8Array): string | number | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function isWord(reply: RedisReply<Buffer> | undefined, word: string): boolean {
  return reply instanceof Buffer && reply.equals(Buffer.from(word));
}

function shortageFromReply(reply: RedisReply<Buffer> | undefined): SharingOutcome | undefined {
  return SHORTAGES.find((word) => isWord(reply, word));
}

/** What there is under a place's name; undefined where there is nothing, or nothing that this version can read. */
function forecastFromReply(
  [fetchedAt, bytes]: readonly RedisReply<Buffer>[],
  onOutcome: (outcome: SharingOutcome) => void,
): PackedForecast | undefined {
  if (!(fetchedAt instanceof Buffer) || !(bytes instanceof Buffer)) return undefined;
  // A copy, since the reply is part of a larger buffer that would be cached with it.
  const packed = Uint8Array.from(bytes);
  try {
    unpackForecast(packed);
    return { packed, fetchedAtMs: Number(fetchedAt.toString()) };
  } catch {
    onOutcome("unreadable");
    return undefined;
  }
}

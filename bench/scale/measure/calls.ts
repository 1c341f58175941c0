// What an answered call takes of the service and of its Redis, on traffic as it comes.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "../../harness/bench-case.ts";
import { cpuSeconds } from "../../harness/cpu-seconds.ts";
import { residentBytes } from "../../harness/resident-bytes.ts";
import { DOORS, REST_ON_REDIS, REST_ON_SQLITE, type Door } from "../../varied/door.ts";
import { trafficSide } from "../../varied/load-traffic.ts";
import type { Mix } from "../../varied/questions.ts";
import { startServiceAt } from "../../varied/service-at.ts";
import type { Constant, ConstantName } from "../constants.ts";
import { constant } from "./constant.ts";

/** All equally popular and 1,000 cached unpacked: half of the calls unpack theirs, as where a million are popular by Zipf's law. */
const VENUES = 2_000;
const NAME = "scale";

/** On a machine that pauses some are refused as too many; so few do not change a mean. */
const FAILURES_MAX = 0.001;

/** How each kind of call is asked for in a load of its own. */
const KINDS = ["booking-confidence", "safe-slots", "forecast"] as const;

type CallConstants = Pick<
  Record<ConstantName, Constant>,
  | "redisBookingUs"
  | "redisSlotsUs"
  | "redisForecastUs"
  | "sqliteBookingUs"
  | "sqliteSlotsUs"
  | "sqliteForecastUs"
  | "sidecarTimes"
  | "redisServerCallUs"
  | "processMb"
  | "logBytes"
>;

interface Figures {
  readonly serviceUs: number;
  readonly redisUs: number;
  readonly residentMb: number;
  readonly logBytes: number;
}

export async function measureCalls(bench: Bench): Promise<CallConstants> {
  const sidecar = DOORS.find(({ isSplit }) => isSplit);
  if (sidecar === undefined) throw new Error("there is no door with a sidecar");
  const onSqlite = await startAt(REST_ON_SQLITE, bench);
  const onRedis = await startAt(REST_ON_REDIS, bench);
  const split = await startAt(sidecar, bench);
  const rounds: {
    redis: Figures[];
    sqlite: Figures[];
    redisMix: Figures;
    sqliteMix: Figures;
    splitMix: Figures;
  }[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    console.error(`calls, round ${round} of ${bench.rounds}`);
    const [redis, sqlite]: [Figures[], Figures[]] = [[], []];
    for (const kind of KINDS) {
      redis.push(await onRedis(kind, round));
      sqlite.push(await onSqlite(kind, round));
    }
    const redisMix = await onRedis("varied", round);
    const sqliteMix = await onSqlite("varied", round);
    const splitMix = await split("varied", round);
    // The first is for the hot functions to be compiled.
    if (round > 0) rounds.push({ redis, sqlite, redisMix, sqliteMix, splitMix });
  }
  const of = (figure: (round: (typeof rounds)[number]) => number | undefined) =>
    rounds.map((round) => figure(round) ?? Number.NaN);
  const cpu = (what: string, store: "redis" | "sqlite", kind: number) =>
    constant(
      `CPU of the service for ${what}`,
      "µs",
      of((round) => round[store][kind]?.serviceUs),
    );
  return {
    redisBookingUs: cpu("a booking-confidence, REST, Redis", "redis", 0),
    redisSlotsUs: cpu("a safe-slots with 20 slots, REST, Redis", "redis", 1),
    redisForecastUs: cpu("a forecast of 7 days, REST, Redis", "redis", 2),
    sqliteBookingUs: cpu("a booking-confidence, REST, SQLite", "sqlite", 0),
    sqliteSlotsUs: cpu("a safe-slots with 20 slots, REST, SQLite", "sqlite", 1),
    sqliteForecastUs: cpu("a forecast of 7 days, REST, SQLite", "sqlite", 2),
    sidecarTimes: constant(
      "CPU of a sidecar and its core together, beside one process that does both, SQLite",
      "x",
      of(({ splitMix, sqliteMix }) => splitMix.serviceUs / sqliteMix.serviceUs),
    ),
    redisServerCallUs: constant(
      "CPU of Redis for a call",
      "µs",
      of(({ redisMix }) => redisMix.redisUs),
    ),
    processMb: constant(
      `memory of a process under load with few places cached (${VENUES})`,
      "MB",
      of(({ redisMix }) => redisMix.residentMb),
    ),
    logBytes: constant(
      "log lines a call",
      "bytes",
      of(({ redisMix }) => redisMix.logBytes),
    ),
  };
}

async function startAt(door: Door, bench: Bench): Promise<(mix: Mix, seed: number) => Promise<Figures>> {
  console.error(`starting ${door.name}`);
  const server = await startServiceAt(door, { name: NAME, venueCount: VENUES }, bench);
  // The service's processes come first, then its Redis.
  const own = server.servers.filter(({ gcFile }) => gcFile !== undefined).map(({ pid }) => pid);
  const redis = server.servers.filter(({ gcFile }) => gcFile === undefined).map(({ pid }) => pid);
  const logSize = () => sizeOfLogs(bench.folder, `${door.name}-${NAME}`.replaceAll(" ", "-"));
  return async (mix, seed) => {
    const side = trafficSide(
      { name: door.name, way: door.way, server, mix, keys: [server.key], venueCount: VENUES },
      bench,
    );
    const [serviceBefore, redisBefore, logBefore] = [cpuSeconds(own), cpuSeconds(redis), logSize()];
    const { answers, failures } = await side.load({ seconds: bench.seconds, seed: seed + 1 });
    if (failures > answers * FAILURES_MAX) throw new Error(`${door.name}: ${failures} calls failed`);
    return {
      serviceUs: ((cpuSeconds(own) - serviceBefore) / answers) * 1e6,
      redisUs: ((cpuSeconds(redis) - redisBefore) / answers) * 1e6,
      residentMb: residentBytes(own) / 1024 ** 2,
      logBytes: (logSize() - logBefore) / answers,
    };
  };
}

function sizeOfLogs(folder: string, name: string): number {
  return readdirSync(folder)
    .filter((file) => file.includes(name) && file.endsWith(".log"))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

// Measures the service and its peer at each door: with the questions of many sites, which is the most important case, and with
// single kinds of question.
import {
  checkoutsOf,
  type Bench,
  type BenchCase,
  type CaseResult,
  type Target,
} from "../harness/bench-case.ts";
import { compare, type Question, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import { createAccounts } from "../varied/accounts.ts";
import { DOORS, REST_DOORS, type Door, type Peer } from "../varied/door.ts";
import { trafficSide, type Keys } from "../varied/load-traffic.ts";
import { startPeer } from "../varied/peer-at.ts";
import type { Mix } from "../varied/questions.ts";
import { startServiceAt } from "../varied/service-at.ts";

/** A smaller difference cannot be told from chance. */
const SAME_SPEED = { kind: "at least", value: 0.97 } as const;
const NO_MORE = { kind: "at most", value: 1 } as const;

/** By case, door and figure. */
const TARGETS: Readonly<Record<string, Target>> = {
  "varied, REST on SQLite, calls/s beside off the shelf": { kind: "at least", value: 3.2 },
  "varied, REST on SQLite, calls/s beside off the shelf on Redis": { kind: "at least", value: 1.1 },
  "varied, REST on PostgreSQL, calls/s beside off the shelf on Redis": { kind: "at least", value: 0.85 },
  "varied, REST on PostgreSQL, p99 beside off the shelf on Redis": { kind: "at most", value: 1.2 },
  "varied, REST on PostgreSQL, time collecting garbage": { kind: "at most", value: 4 },
  "varied, REST on PostgreSQL, longest pause": { kind: "at most", value: 10 },
  "varied, gRPC, calls/s beside bare grpc-js": { kind: "at least", value: 0.35 },
  "varied, sidecar, CPU a call beside bare Fastify and grpc-js": { kind: "at most", value: 0.6 },
  "varied, sidecar, CPU a call beside the same in batches": { kind: "at most", value: 2.5 },
  "same, REST on PostgreSQL, calls/s beside off the shelf on Redis": { kind: "at least", value: 0.8 },
  "slots, REST on PostgreSQL, calls/s beside off the shelf on Redis": { kind: "at least", value: 0.9 },
  "forecast, REST on PostgreSQL, calls/s beside off the shelf on Redis": { kind: "at least", value: 1.9 },
  "week-cold, REST on PostgreSQL, calls/s beside off the shelf on Redis": { kind: "at least", value: 0.35 },
};

const BESIDE = [
  { name: "calls/s", figure: "answersPerSecond" },
  { name: "CPU a call", figure: "cpuUsPerAnswer" },
  { name: "p99", figure: "latencyMsP99" },
] as const;

const ALONE = [
  { name: "CPU of the service a call", figure: "ownUsPerAnswer" },
  { name: "CPU of the store a call", figure: "storeUsPerAnswer" },
  { name: "memory of the service", figure: "residentMb" },
  { name: "time collecting garbage", figure: "gcPercent" },
  { name: "longest pause", figure: "gcMsMax" },
] as const;

const QUOTA = 1_000_000_000;

interface Asked {
  readonly name: string;
  readonly mix: Mix;
  readonly doors: readonly Door[];
  /** How many accounts call; by default one. */
  readonly accounts?: number;
  readonly venueCount?: number;
}

export const varied = mixCase({ name: "varied", mix: "varied", doors: DOORS });
export const same = mixCase({ name: "same", mix: "same", doors: DOORS });
export const slots = mixCase({ name: "slots", mix: "safe-slots", doors: DOORS });
export const forecast = mixCase({ name: "forecast", mix: "forecast", doors: DOORS });
export const site = mixCase({ name: "site", mix: "site", doors: REST_DOORS });
/** Week forecasts for 30,000 pairs of place and sport, few of them asked for before. */
export const weekCold = mixCase({ name: "week-cold", mix: "forecast", doors: REST_DOORS, venueCount: 5_000 });
/** Many accounts, to see how much the cached caller of a single account saves. */
export const manyAccounts = mixCase({
  name: "many-accounts",
  mix: "varied",
  doors: REST_DOORS,
  accounts: 10_000,
});

/** A door that fails does not stop the others. */
function mixCase(asked: Asked): BenchCase {
  const run = async (bench: Bench): Promise<CaseResult> => {
    const results: CaseResult[] = [];
    const failures: string[] = [];
    for (const door of asked.doors) {
      if (bench.doors.length > 0 && !bench.doors.includes(door.name)) continue;
      try {
        results.push(await runAt(door, asked, bench));
      } catch (error) {
        failures.push(`${door.name}: ${error instanceof Error ? error.message : String(error)}`);
        // Servers that are left over must not slow the next door.
        bench.processes.killAll();
      }
    }
    return {
      findings: results.flatMap(({ findings }) => findings),
      sides: results.flatMap(({ sides = [] }) => sides),
      skipped: results.flatMap(({ skipped = [] }) => skipped),
      failures,
    };
  };
  return { name: asked.name, needs: HTTP_LOAD_TOOL, run };
}

async function runAt(
  door: Door,
  { name, mix, accounts, venueCount }: Asked,
  bench: Bench,
): Promise<CaseResult> {
  const venueCounts = venueCount === undefined ? {} : { venueCount };
  const side = (what: string, server: Running, keys: Keys) =>
    trafficSide({ name: `${door.name}: ${what}`, way: door.way, server, mix, keys, ...venueCounts }, bench);

  const services: Side[] = [];
  for (const { name: checkout, dir } of checkoutsOf(bench)) {
    const service = await startServiceAt(door, { name: checkout, dir, ...venueCounts }, bench);
    const { key, storeUrl } = service;
    if (accounts !== undefined) {
      const keys = await createAccounts({ storeUrl, count: accounts, quota: QUOTA, dir }, bench);
      services.push(side(`${checkout}, ${accounts} accounts`, service, keys));
    }
    services.push(side(checkout, service, [key]));
  }
  const peerKeys = Array.from({ length: accounts ?? 1 }, (_, i) => `x${i}`.padEnd(42, "x")) as [string];
  const peers: Side[] = [];
  const skipped: string[] = [];
  const peerAccounts = peerKeys.map((key) => [key, QUOTA] as const);
  for (const what of door.peers) {
    const peer = await startPeer(what, peerAccounts, bench);
    if ("skipped" in peer) skipped.push(peer.skipped);
    else peers.push(side(what, peer, peerKeys));
  }
  const [own, ...others] = [...services, ...peers] as [Side, ...Side[]];
  const questions: Question[] = [
    ...others.flatMap((beside) => besideOther(door, name, own, beside)),
    ...ALONE.filter(({ figure }) => figure !== "storeUsPerAnswer" || door.store === "postgres").map(
      ({ name: what, figure }) => ({
        what: `${door.name}, ${what}`,
        figure,
        of: own,
        target: TARGETS[`${name}, ${door.name}, ${what}`],
      }),
    ),
  ];
  const result = await compare([own, ...others], questions, bench);
  return { ...result, skipped };
}

function besideOther(door: Door, name: string, of: Side, beside: Side): readonly Question[] {
  const who = beside.name.slice(`${door.name}: `.length);
  const targetOf = (what: (typeof BESIDE)[number]["name"]) => {
    if (door.peers.includes(who as Peer)) return TARGETS[`${name}, ${door.name}, ${what} beside ${who}`];
    if (who !== "before" || what === "CPU a call") return undefined;
    if (what === "p99") return NO_MORE;
    // docs/decisions/0001 decides how much slower the sidecar may be than before.
    return door.isSplit ? undefined : SAME_SPEED;
  };
  return BESIDE.map(({ name: what, figure }) => ({
    what: `${door.name}, ${what} beside ${who}`,
    figure,
    of,
    beside,
    target: targetOf(what),
  }));
}

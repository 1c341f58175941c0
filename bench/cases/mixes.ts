// The service at each of its doors beside the others that are asked the same: what many sites ask, which is the case that
// counts, and single kinds of question.
import type { Bench, BenchCase, CaseResult, Target } from "../harness/bench-case.ts";
import { compare, type Question, type Side } from "../harness/compare.ts";
import { HTTP_LOAD_TOOL } from "../harness/http-load.ts";
import type { Running } from "../harness/service.ts";
import { atEachDoor } from "../varied/at-each-door.ts";
import { DOORS, type Door } from "../varied/door.ts";
import { trafficSide } from "../varied/load-traffic.ts";
import { startPeerAt } from "../varied/peer-at.ts";
import type { Mix } from "../varied/questions.ts";
import { startServiceAt } from "../varied/service-at.ts";

/** Less than a run can tell from chance. */
const SAME_SPEED = { kind: "at least", value: 0.97 } as const;
const NO_MORE = { kind: "at most", value: 1 } as const;

/** By case, door and figure. */
const TARGETS: Readonly<Record<string, Target>> = {
  "varied, REST on SQLite, calls/s": { kind: "at least", value: 2.2 },
  "varied, REST on Redis, calls/s": { kind: "at least", value: 0.8 },
  "varied, REST on Redis, p99": { kind: "at most", value: 1.5 },
  "varied, REST on Redis, time collecting garbage": { kind: "at most", value: 4 },
  "varied, REST on Redis, longest pause": { kind: "at most", value: 10 },
  "varied, REST on PostgreSQL, calls/s": { kind: "at least", value: 0.8 },
  "varied, gRPC, calls/s": { kind: "at least", value: 0.65 },
  "varied, sidecar, CPU a call": { kind: "at most", value: 1.6 },
  "slots, REST on Redis, calls/s": { kind: "at least", value: 0.6 },
  "forecast, REST on Redis, calls/s": { kind: "at least", value: 0.7 },
};

const BESIDE = [
  { name: "calls/s", figure: "perSecond" },
  { name: "CPU a call", figure: "cpuUsPerAnswer" },
  { name: "p99", figure: "latencyMsP99" },
] as const;

const ALONE = [
  { name: "time collecting garbage", figure: "gcPercent" },
  { name: "longest pause", figure: "gcMsMax" },
] as const;

export const varied = mixCase("varied", "varied");
export const same = mixCase("same", "same");
export const slots = mixCase("slots", "safe-slots");
export const forecast = mixCase("forecast", "forecast");

function mixCase(name: string, mix: Mix): BenchCase {
  return {
    name,
    needs: HTTP_LOAD_TOOL,
    run: (bench) => atEachDoor(DOORS, bench, (door) => runAt(door, { name, mix }, bench)),
  };
}

async function runAt(
  door: Door,
  { name, mix }: { readonly name: string; readonly mix: Mix },
  bench: Bench,
): Promise<CaseResult> {
  const service = await startServiceAt(door, { name: "service" }, bench);
  const before = bench.before && (await startServiceAt(door, { name: "before", dir: bench.before }, bench));
  const key = "x".repeat(service.key.length);
  const peer = await startPeerAt(door, [[key, 1_000_000_000]], bench);
  const side = (what: string, server: Running, ofKey: string) =>
    trafficSide({ name: `${door.name}: ${what}`, way: door.way, server, mix, keys: [ofKey] }, bench);

  const own = side("service", service, service.key);
  const earlier = before && side("before", before, before.key);
  const other = "skipped" in peer ? undefined : side(door.peer, peer, peer.key ?? key);
  const questions: Question[] = [
    ...(earlier ? asBefore(door, own, earlier) : []),
    ...(other
      ? BESIDE.map(({ name: of, figure }) => ({
          what: `${door.name}, ${of} beside ${door.peer}`,
          figure,
          of: own,
          beside: other,
          target: TARGETS[`${name}, ${door.name}, ${of}`],
        }))
      : []),
    ...ALONE.map(({ name: of, figure }) => ({
      what: `${door.name}, ${of}`,
      figure,
      of: own,
      target: TARGETS[`${name}, ${door.name}, ${of}`],
    })),
  ];
  const sides = [own, earlier, other].flatMap((one) => one || []);
  const result = await compare(sides, questions, bench);
  return { ...result, ...("skipped" in peer && { skipped: [peer.skipped] }) };
}

function asBefore(door: Door, own: Side, earlier: Side): readonly Question[] {
  // What the sidecar may cost more than before is decided in docs/decisions/0001.
  const target = { "calls/s": door.isSplit ? undefined : SAME_SPEED, "CPU a call": undefined, p99: NO_MORE };
  return BESIDE.map(({ name, figure }) => ({
    what: `${door.name}, ${name} beside before`,
    figure,
    of: own,
    beside: earlier,
    target: target[name],
  }));
}

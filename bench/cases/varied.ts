// The case that counts: what many booking sites ask, by every way in, beside the least that such a way in can be, and
// beside another version of the service where there is one to compare with.
import type { Bench, BenchCase, CaseResult } from "../harness/bench-case.ts";
import { compare, type Side } from "../harness/compare.ts";
import { loadGrpc } from "../harness/grpc-load.ts";
import { HTTP_LOAD_TOOL, loadHttp } from "../harness/http-load.ts";
import type { ServerProcess } from "../harness/processes.ts";
import { startRedis } from "../harness/redis.ts";
import { startService, startSplitService } from "../harness/service.ts";
import { serviceSide, questionCount, cacheVenues } from "../varied/service-side.ts";
import { writeAnswers } from "../varied/answers.ts";

const DOORS = ["REST", "gRPC", "sidecar"] as const;

type Door = (typeof DOORS)[number];

const BARE: Readonly<Record<Door, string>> = {
  REST: "bare Fastify",
  gRPC: "bare grpc-js",
  sidecar: "bare Fastify and grpc-js",
};

/** Less than a run can tell from chance. */
const SAME_SPEED = { kind: "at least", value: 0.97 } as const;
const NO_MORE = { kind: "at most", value: 1 } as const;

export const varied: BenchCase = { name: "varied", needs: HTTP_LOAD_TOOL, run };

async function run(bench: Bench): Promise<CaseResult> {
  const answers = await answersFile(bench);
  const results: Required<CaseResult>[] = [];
  for (const door of DOORS) {
    const service = await startSide(door, { name: "service" }, bench);
    const before =
      bench.before === undefined ? [] : [await startSide(door, { name: "before", dir: bench.before }, bench)];
    const bare = await startBare(door, answers, bench);
    results.push(await compare([service, ...before, bare], (side) => against(door, side === bare), bench));
  }
  return {
    findings: results.flatMap(({ findings }) => findings),
    sides: results.flatMap(({ sides }) => sides),
  };
}

function against(door: Door, isBare: boolean) {
  const other = isBare ? BARE[door] : "before";
  return [
    {
      what: `${door}, calls/s against ${other}`,
      figure: "perSecond",
      // What the sidecar may cost more than before is decided in docs/decisions/0001.
      ...(!isBare && door !== "sidecar" && { target: SAME_SPEED }),
    },
    { what: `${door}, CPU a call against ${other}`, figure: "cpuUsPerAnswer" },
    { what: `${door}, p99 against ${other}`, figure: "latencyMsP99", ...(!isBare && { target: NO_MORE }) },
  ] as const;
}

async function startSide(
  door: Door,
  { name, dir }: { readonly name: string; readonly dir?: string },
  bench: Bench,
): Promise<Side> {
  const redis = bench.store === "redis" ? [await startRedis(bench)] : [];
  const settings = Object.fromEntries(redis.map(({ url }) => ["STORE_URL", url]));
  const start = door === "sidecar" ? startSplitService : startService;
  const service = await start(bench, {
    name: `${door}-${name}`,
    ...(dir !== undefined && { dir }),
    settings,
  });
  await cacheVenues(service);
  return serviceSide({
    name: `${door}: ${name}`,
    service,
    others: redis,
    door: door === "gRPC" ? "gRPC" : "REST",
    bench,
  });
}

/** What the bare servers repeat. */
async function answersFile(bench: Bench): Promise<string> {
  const service = await startService({ ...bench, profileFolder: undefined });
  const file = await writeAnswers(service, bench);
  await service.stop();
  return file;
}

async function startBare(door: Door, answers: string, bench: Bench): Promise<Side> {
  const serve = (program: string, arg: string) =>
    bench.processes.serve({ name: program, args: [`bench/programs/${program}.ts`, arg] });
  if (door === "REST") {
    const server = await serve("fastify-constant", answers);
    return bareSide(door, [server], Number(server.line["http"]), bench);
  }
  const core = await serve("grpc-constant", answers);
  if (door === "gRPC") return bareSide(door, [core], Number(core.line["grpc"]), bench);
  const server = await serve("fastify-grpc", String(core.line["grpc"]));
  return bareSide(door, [server, core], Number(server.line["http"]), bench);
}

function bareSide(door: Door, servers: readonly ServerProcess[], port: number, bench: Bench): Side {
  const load = door === "gRPC" ? loadGrpc : loadHttp;
  return {
    name: `${door}: ${BARE[door]}`,
    pids: servers.map(({ pid }) => pid),
    opsPorts: servers.map(({ line }) => Number(line["ops"])),
    // The key makes the requests as long as the service's.
    load: (order) => load({ ...order, port, key: "x".repeat(40), count: questionCount(order) }, bench),
    countRefusals: async () => 0,
    stop: async () => {
      for (const server of servers) await server.stop();
    },
  };
}

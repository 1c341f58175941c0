// GET requests to one URL, as many as a number of connections can carry.
import autocannon from "autocannon";
import type { Load } from "./compare.ts";
import { findOnPath } from "./find-on-path.ts";
import type { Processes } from "./processes.ts";
import { loadFromWrkOutput } from "./wrk-output.ts";

interface HttpLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** As many calls at once as a busy replica has. */
const CONNECTIONS = 64;

const WRK = findOnPath("wrk");

export const HTTP_LOAD_TOOL = WRK === undefined ? "autocannon" : "wrk";

export function loadHttp(load: HttpLoad, processes: Processes): Promise<Load> {
  return WRK === undefined ? loadByAutocannon(load) : loadByWrk(WRK, load, processes);
}

async function loadByAutocannon({ url, headers, seconds }: HttpLoad): Promise<Load> {
  const result = await autocannon({ url, headers, duration: seconds, connections: CONNECTIONS });
  return {
    answers: result["2xx"],
    failures: result.non2xx + result.errors,
    seconds: result.duration,
    latencyMsP99: result.latency.p99,
  };
}

async function loadByWrk(
  wrk: string,
  { url, headers, seconds }: HttpLoad,
  processes: Processes,
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const shape = [
    "--latency",
    "--threads",
    "1",
    "--connections",
    `${CONNECTIONS}`,
    "--duration",
    `${seconds}s`,
  ];
  return loadFromWrkOutput(await processes.run({ command: wrk, args: [...shape, ...named, url] }));
}

// Sends HTTP/1.1 requests in turn with wrk, as fast as a fixed number of connections allows.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { Load } from "./compare.ts";

export const HTTP_LOAD_TOOL = "wrk";

/** The concurrent calls of a busy replica. */
const CONNECTIONS = 64;

const MS_PER_UNIT: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Separates requests in the file; no request contains it. */
const BETWEEN = "\x01";

interface HttpLoad {
  readonly port: number;
  readonly seconds: number;
  /** Whole requests. After the last one, the first is sent again. */
  readonly requests: readonly string[];
  /** Whether each request must be refused. If so, an answer counts as a failure. */
  readonly isRefused?: boolean;
  readonly connections?: number | undefined;
}

export async function loadHttp(
  { port, seconds, requests, isRefused = false, connections = CONNECTIONS }: HttpLoad,
  { folder, processes }: Bench,
): Promise<Load> {
  const [file, script] = [join(folder, "requests.txt"), join(folder, "requests.lua")];
  writeFileSync(file, requests.map((request) => request + BETWEEN).join(""));
  writeFileSync(script, luaScript(file));
  const shape = ["--latency", "--threads", "1", "--connections", `${connections}`];
  const args = [...shape, "--duration", `${seconds}s`, "--script", script, `http://127.0.0.1:${port}`];
  return loadFromWrkOutput(await processes.run({ command: HTTP_LOAD_TOOL, args }), isRefused);
}

/** wrk's clock starts after the file has been read. */
function luaScript(file: string): string {
  return `
local requests = {}
for request in io.open("${file}"):read("*a"):gmatch("[^\\1]+") do requests[#requests + 1] = request end
local next = 0
function request()
  next = next % #requests + 1
  return requests[next]
end
`;
}

/** Parses the output of `wrk --latency`. With `isRefused`, refusals count as answers, and answers count as failures. */
function loadFromWrkOutput(text: string, isRefused: boolean): Load {
  const done = /(\d+) requests in ([\d.]+)(us|ms|s|m),/.exec(text);
  const [middle, slow] = [50, 99].map((percent) => percentile(percent, text));
  if (done === null || middle === undefined || slow === undefined) {
    throw new Error(`wrk printed no results: ${text}`);
  }
  const [, requests, lasted, lastedUnit] = done;
  // wrk prints these lines only for counts above 0. It counts redirects as successful, but nothing here redirects.
  const unsuccessful = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
  const socket = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text);
  const successful = Number(requests) - unsuccessful;
  const broken = (socket ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0);
  return {
    answers: isRefused ? unsuccessful : successful,
    failures: (isRefused ? successful : unsuccessful) + broken,
    seconds: milliseconds(lasted, lastedUnit) / 1000,
    latencyMsP50: middle,
    latencyMsP99: slow,
  };
}

function percentile(percent: number, text: string): number | undefined {
  const found = new RegExp(`^ +${percent}% +([\\d.]+)(us|ms|s|m) *$`, "m").exec(text);
  return found === null ? undefined : milliseconds(found[1], found[2]);
}

function milliseconds(amount: string = "", unit: string = ""): number {
  return Number(amount) * (MS_PER_UNIT[unit] ?? Number.NaN);
}

// HTTP/1.1 requests in turn, as many as a number of connections can carry.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { Load } from "./compare.ts";

export const HTTP_LOAD_TOOL = "wrk";

/** As many calls at once as a busy replica has. */
const CONNECTIONS = 64;

const MS_PER_UNIT: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Stands between requests in the file; none of them has it. */
const BETWEEN = "\x01";

export interface HttpLoad {
  readonly port: number;
  readonly seconds: number;
  /** In full; after the last one they begin anew. */
  readonly requests: readonly string[];
  /** Whether a refusal is what each of them is to get, and anything else a failure. */
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

/** Reading the file takes its time before the clock of wrk starts. */
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

/**
 * What `wrk --latency` prints, as figures; throws when it is something else. Where refusals are expected, those are the
 * answers, and what was answered is a failure.
 */
function loadFromWrkOutput(text: string, isRefused: boolean): Load {
  const done = /(\d+) requests in ([\d.]+)(us|ms|s|m),/.exec(text);
  const [middle, slow] = [50, 99].map((percent) => percentile(percent, text));
  if (done === null || middle === undefined || slow === undefined) {
    throw new Error(`wrk printed something else than its results: ${text}`);
  }
  const [, requests, lasted, lastedUnit] = done;
  // Both lines appear only when there is something to say; a redirect would count as good, but nothing here redirects.
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

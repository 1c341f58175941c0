// HTTP/1.1 requests in turn, as many as a number of connections can carry.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { Load } from "./compare.ts";
import { loadFromWrkOutput } from "./wrk-output.ts";

export const HTTP_LOAD_TOOL = "wrk";

/** As many calls at once as a busy replica has. */
const CONNECTIONS = 64;

/** Stands between requests in the file; none of them has it. */
const BETWEEN = "\x01";

export interface HttpLoad {
  readonly port: number;
  readonly seconds: number;
  /** In full; after the last one they begin anew. */
  readonly requests: readonly string[];
  /** Whether a refusal is what each of them is to get, and anything else a failure. */
  readonly isRefused?: boolean;
}

export async function loadHttp(
  { port, seconds, requests, isRefused = false }: HttpLoad,
  { folder, processes }: Bench,
): Promise<Load> {
  const [file, script] = [join(folder, "requests.txt"), join(folder, "requests.lua")];
  writeFileSync(file, requests.map((request) => request + BETWEEN).join(""));
  writeFileSync(script, luaScript(file));
  const shape = ["--latency", "--threads", "1", "--connections", `${CONNECTIONS}`];
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

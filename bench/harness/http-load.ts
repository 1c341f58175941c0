// GET requests of the varied questions over HTTP/1.1, as many as a number of connections can carry.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { questionPath } from "../varied/question-path.ts";
import { questions } from "../varied/questions.ts";
import type { Bench } from "./bench-case.ts";
import type { Load } from "./compare.ts";
import type { VariedLoad } from "./grpc-load.ts";
import { loadFromWrkOutput } from "./wrk-output.ts";

export const HTTP_LOAD_TOOL = "wrk";

/** As many calls at once as a busy replica has. */
const CONNECTIONS = 64;

export async function loadHttp(load: VariedLoad, { folder, processes }: Bench): Promise<Load> {
  const { port, key, seconds, seed, count } = load;
  const script = join(folder, "questions.lua");
  const paths = questions({ seed, count, nowMs: Date.now() }).map(questionPath);
  writeFileSync(join(folder, "questions.txt"), paths.map((path) => `${path}\n`).join(""));
  writeFileSync(script, luaScript({ file: join(folder, "questions.txt"), key }));
  const shape = ["--latency", "--threads", "1", "--connections", `${CONNECTIONS}`];
  const args = [...shape, "--duration", `${seconds}s`, "--script", script, `http://127.0.0.1:${port}`];
  return loadFromWrkOutput(await processes.run({ command: HTTP_LOAD_TOOL, args }));
}

/** A line of the file for each request. Reading it takes its time before the clock of wrk starts. */
function luaScript({ file, key }: { readonly file: string; readonly key: string }): string {
  return `
local paths = {}
for path in io.lines("${file}") do paths[#paths + 1] = path end
local next = 0
local after = " HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nX-Api-Key: ${key}\\r\\n\\r\\n"
function request()
  next = next % #paths + 1
  return "GET " .. paths[next] .. after
end
`;
}

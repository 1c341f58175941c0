// The service as an operator starts it, with an account whose quota no run uses up.
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { ServerProcess } from "./processes.ts";

export interface ServiceUnderTest extends ServerProcess {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly key: string;
  /** How many calls it has refused or failed, by its own count. */
  countRefusals(): Promise<number>;
}

const QUOTA = "1000000000";

/** The calls that a load generator leaves behind when its time is up. */
const LEFT_BEHIND = "canceled";

export async function startService({ folder, processes, profileFolder }: Bench): Promise<ServiceUnderTest> {
  const env = {
    STORE_URL: `sqlite:${join(folder, `${performance.now()}.db`)}`,
    WEATHER_SOURCES: "simulated",
    LOG_LEVEL: "info",
    HTTP_LISTEN: "127.0.0.1:0",
    GRPC_LISTEN: "127.0.0.1:0",
    OPS_LISTEN: "127.0.0.1:0",
    // Load generators keep their connections; nothing is under way when the service is asked to stop.
    DRAIN_TIMEOUT_MS: "500",
  };
  const account = ["--name", "bench", "--plan", "internal", "--monthly-quota", QUOTA, "--json"];
  const created = await processes.run({ args: ["src/main.ts", "accounts", "create", ...account], env });
  const { key } = JSON.parse(created) as { key: { api_key: string } };
  const profiling = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const server = await processes.serve({
    name: "service",
    args: [...profiling, "src/main.ts", "serve"],
    env,
  });
  const { http, grpc, ops } = server.line;
  return {
    ...server,
    httpPort: Number(http),
    grpcPort: Number(grpc),
    key: key.api_key,
    countRefusals: () => countRefusals(Number(ops)),
  };
}

async function countRefusals(opsPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  let refusals = 0;
  for (const line of (await response.text()).split("\n")) {
    const code = /^suitability_calls_total\{.*code="([a-z_]+)"/.exec(line)?.[1];
    if (code !== undefined && code !== "ok" && code !== LEFT_BEHIND) {
      refusals += Number(line.slice(line.lastIndexOf(" ")));
    }
  }
  return refusals;
}

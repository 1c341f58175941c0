// The service as an operator starts it, with an account whose quota no run uses up.
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import type { ServerProcess } from "./processes.ts";

export interface ServiceUnderTest extends ServerProcess {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly opsPort: number;
  readonly key: string;
  /** How many calls it has refused or failed, by its own count. */
  countRefusals(): Promise<number>;
}

/** Sidecar and core, each a process. */
export interface SplitService {
  readonly rest: ServerProcess & { readonly httpPort: number };
  readonly core: ServerProcess & { readonly grpcPort: number };
  readonly key: string;
  /** As above, of both. */
  countRefusals(): Promise<number>;
}

const QUOTA = "1000000000";

/** The calls that a load generator leaves behind when its time is up. */
const LEFT_BEHIND = "canceled";

type Settings = Readonly<Record<string, string>>;

/** `settings` come on top of the run's own. */
export async function startService(bench: Bench, settings: Settings = {}): Promise<ServiceUnderTest> {
  const env = { ...runSettings(bench), ...settings };
  const key = await createKey(bench, env);
  const server = await serve(bench, "all", env);
  const { http, grpc, ops } = server.line;
  const opsPort = Number(ops);
  return {
    ...server,
    httpPort: Number(http),
    grpcPort: Number(grpc),
    opsPort,
    key,
    countRefusals: () => countRefusals(opsPort),
  };
}

export async function startSplitService(bench: Bench): Promise<SplitService> {
  const env = runSettings(bench);
  const key = await createKey(bench, env);
  const core = await serve(bench, "core", env);
  const grpcPort = Number(core.line["grpc"]);
  const rest = await serve(bench, "rest", { ...env, CORE_ADDRESS: `127.0.0.1:${grpcPort}` });
  const opsPorts = [rest, core].map(({ line }) => Number(line["ops"]));
  return {
    rest: { ...rest, httpPort: Number(rest.line["http"]) },
    core: { ...core, grpcPort },
    key,
    countRefusals: async () => {
      const counts = await Promise.all(opsPorts.map(countRefusals));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

function runSettings({ folder }: Bench): Settings {
  return {
    STORE_URL: `sqlite:${join(folder, `${performance.now()}.db`)}`,
    WEATHER_SOURCES: "simulated",
    LOG_LEVEL: "info",
    HTTP_LISTEN: "127.0.0.1:0",
    GRPC_LISTEN: "127.0.0.1:0",
    OPS_LISTEN: "127.0.0.1:0",
    // Load generators keep their connections; nothing is under way when the service is asked to stop.
    DRAIN_TIMEOUT_MS: "500",
  };
}

async function createKey({ processes }: Bench, env: Settings): Promise<string> {
  const account = ["--name", "bench", "--plan", "internal", "--monthly-quota", QUOTA, "--json"];
  const created = await processes.run({ args: ["src/main.ts", "accounts", "create", ...account], env });
  return (JSON.parse(created) as { key: { api_key: string } }).key.api_key;
}

function serve({ processes, profileFolder }: Bench, role: string, env: Settings): Promise<ServerProcess> {
  const profiling = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const args = [...profiling, "src/main.ts", "serve", "--role", role];
  return processes.serve({ name: `service-${role}`, args, env });
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

// The service as an operator starts it, with an account whose quota no run uses up.
import { join } from "node:path";
import type { Bench } from "./bench-case.ts";
import { ROOT, type ServerProcess } from "./processes.ts";

/** Processes that work together, and the port at which they are asked. */
export interface Running {
  readonly servers: readonly ServerProcess[];
  readonly port: number;
}

/** One process, or a sidecar and its core. */
export interface ServiceUnderTest {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly servers: readonly ServerProcess[];
  readonly storeUrl: string;
  readonly opsPorts: readonly [number, ...number[]];
  readonly key: string;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Of its log and its CPU profile. */
  readonly name?: string;
  /** Another checkout of this project, with its node_modules. */
  readonly dir?: string;
  /** On top of the run's own. */
  readonly settings?: Settings;
}

type Settings = Readonly<Record<string, string>>;

const QUOTA = "1000000000";

export async function startService(bench: Bench, options: ServiceOptions = {}): Promise<ServiceUnderTest> {
  const launch = launchOf(options, bench);
  const key = await createKey(bench, launch);
  const server = await serve(bench, "all", launch);
  return underTest({ http: server, grpc: server, servers: [server], key, launch });
}

export async function startSplitService(
  bench: Bench,
  options: ServiceOptions = {},
): Promise<ServiceUnderTest> {
  const launch = launchOf(options, bench);
  const key = await createKey(bench, launch);
  const core = await serve(bench, "core", launch);
  const env = { ...launch.env, CORE_ADDRESS: `127.0.0.1:${String(core.line["grpc"])}` };
  const rest = await serve(bench, "rest", { ...launch, env });
  return underTest({ http: rest, grpc: core, servers: [rest, core], key, launch });
}

/** `servers` are stopped in this order. */
function underTest(init: {
  readonly http: ServerProcess;
  readonly grpc: ServerProcess;
  readonly servers: readonly [ServerProcess, ...ServerProcess[]];
  readonly key: string;
  readonly launch: ServiceLaunch;
}): ServiceUnderTest {
  const { http, grpc, servers, key, launch } = init;
  const [first, ...others] = servers;
  const opsPort = ({ line }: ServerProcess) => Number(line["ops"]);
  const opsPorts = [opsPort(first), ...others.map(opsPort)] as const;
  return {
    httpPort: Number(http.line["http"]),
    grpcPort: Number(grpc.line["grpc"]),
    servers,
    storeUrl: launch.env.STORE_URL,
    opsPorts,
    key,
    stop: async () => {
      for (const server of servers) await server.stop();
    },
  };
}

function launchOf({ name = "service", dir, settings }: ServiceOptions, bench: Bench): ServiceLaunch {
  return { name, ...(dir !== undefined && { dir }), env: { ...runSettings(bench), ...settings } };
}

function runSettings({ folder }: Bench) {
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

interface ServiceLaunch {
  readonly name: string;
  readonly dir?: string;
  readonly env: Settings & { readonly STORE_URL: string };
}

async function createKey({ processes }: Bench, launch: ServiceLaunch): Promise<string> {
  const account = ["--name", "bench", "--plan", "internal", "--monthly-quota", QUOTA, "--json"];
  const args = ["src/main.ts", "accounts", "create", ...account];
  const created = await processes.run({ ...launch, args });
  return (JSON.parse(created) as { key: { api_key: string } }).key.api_key;
}

function serve({ processes, profileFolder }: Bench, role: string, launch: ServiceLaunch) {
  const name = `${launch.name}-${role}`;
  const profiling =
    profileFolder === undefined
      ? []
      : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}.cpuprofile`];
  return processes.serve({
    ...launch,
    name,
    command: join(launch.dir ?? ROOT, "bin/suitability"),
    args: ["serve", "--role", role],
    env: { ...launch.env, NODE_OPTIONS: profiling.join(" ") },
  });
}

// Starts the service as an operator would, with an account whose quota no run uses up.
import { join } from "node:path";
import { startPostgres } from "./postgres.ts";
import { ROOT, type Run, type ServerProcess } from "./processes.ts";

/** Processes that work together, and the port that takes the calls. */
export interface Running {
  readonly servers: readonly ServerProcess[];
  readonly port: number;
}

/** One process, or a sidecar and its core. `servers` also has PostgreSQL, if that is the store. */
export interface ServiceUnderTest {
  readonly httpPort: number;
  readonly grpcPort: number;
  readonly opsPort: number;
  readonly servers: readonly ServerProcess[];
  readonly storeUrl: string;
  readonly key: string;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Names its log and its CPU profile. */
  readonly name?: string;
  /** Another checkout of this project, with its node_modules. */
  readonly dir?: string | undefined;
  readonly store?: "sqlite" | "postgres";
  /** Whether a sidecar stands before a core. */
  readonly isSplit?: boolean;
  /** Environment variables, which override those that `startService` sets. */
  readonly settings?: Readonly<Record<string, string>>;
}

const QUOTA = "1000000000";

export async function startService(run: Run, options: ServiceOptions = {}): Promise<ServiceUnderTest> {
  const { store = "sqlite", isSplit = false } = options;
  const postgres = store === "postgres" ? [await startPostgres(run)] : [];
  const storeUrl = postgres[0]?.url ?? `sqlite:${join(run.folder, `${performance.now()}.db`)}`;
  const settings = {
    STORE_URL: storeUrl,
    WEATHER_SOURCES: "simulated",
    LOG_LEVEL: "info",
    HTTP_LISTEN: "127.0.0.1:0",
    GRPC_LISTEN: "127.0.0.1:0",
    OPS_LISTEN: "127.0.0.1:0",
    // As in k8s/base: the core believes the caller's address that its sidecar forwards.
    ...(isSplit && { TRUSTED_PROXIES: "loopback" }),
    // No call is in flight when the service stops, so it need not wait long for calls or open connections.
    DRAIN_DELAY_MS: "0",
    DRAIN_TIMEOUT_MS: "500",
    ...options.settings,
  };
  const key = await createKey(run, { ...options, settings });
  const core = await serve(run, isSplit ? "core" : "all", { ...options, settings });
  const coreAddress = { CORE_ADDRESS: `127.0.0.1:${String(core.line["grpc"])}` };
  const split = isSplit
    ? [await serve(run, "rest", { ...options, settings: { ...settings, ...coreAddress } })]
    : [];
  const [front = core] = split;
  // Stopped in this order: a core has to close its connections to the store before the store ends.
  const servers = [...split, core, ...postgres];
  return {
    httpPort: Number(front.line["http"]),
    grpcPort: Number(core.line["grpc"]),
    opsPort: Number(front.line["ops"]),
    servers,
    storeUrl,
    key,
    stop: async () => {
      for (const server of servers) await server.stop();
    },
  };
}

type Launch = Omit<ServiceOptions, "settings"> & Required<Pick<ServiceOptions, "settings">>;

async function createKey({ processes }: Run, { dir, settings }: Launch): Promise<string> {
  const account = ["--name", "bench", "--plan", "internal", "--monthly-quota", QUOTA, "--json"];
  const command = join(dir ?? ROOT, "bin/suitability");
  const args = ["accounts", "create", ...account];
  const created = await processes.run({ command, dir, env: settings, args });
  return (JSON.parse(created) as { key: { api_key: string } }).key.api_key;
}

function serve({ processes, profileFolder }: Run, role: string, launch: Launch) {
  const { dir, settings, name = "service" } = launch;
  const profiling =
    profileFolder === undefined
      ? []
      : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`, `--cpu-prof-name=${name}-${role}.cpuprofile`];
  return processes.serve({
    dir,
    name: `${name}-${role}`,
    command: join(dir ?? ROOT, "bin/suitability"),
    args: ["serve", "--role", role],
    env: { ...settings, NODE_OPTIONS: [settings["NODE_OPTIONS"], ...profiling].join(" ") },
  });
}

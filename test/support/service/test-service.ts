// The composed service and a sidecar on free ports, with a clock that the test moves and a store of its own.
import { join } from "node:path";
import type { DestinationStream } from "pino";
import { totalCalls } from "../../../src/accounts/usage.ts";
import { startRest, startService, type Service } from "../../../src/app/start-service.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import type { Config } from "../../../src/app/settings/core-config.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import type { Saturation } from "../../../src/observability/saturation.ts";
import { createCaller, type TestCaller } from "../../accounts/create-caller.ts";
import { createManualClock, type ManualClock } from "../fakes/manual-clock.ts";
import { createTemporaryFolder } from "../programs/temporary-folder.ts";

export interface TestService extends Service {
  readonly ports: Service["ports"] & {
    /** The HTTP port of a sidecar. */ readonly sidecar: number;
  };
  /** The operations port of the sidecar. */
  readonly sidecarOpsPort: number;
  readonly clock: ManualClock;
  metrics(): Promise<string>;
  /** The present value of a series, such as `calls_total{method="GetForecast",code="ok"}`; 0 if there is none. */
  figureOf(series: string): Promise<number>;
  /** GET of a path at the HTTP port, or at another port. */
  get(
    path: string,
    call?: { key?: string; headers?: Readonly<Record<string, string>>; port?: number },
  ): Promise<Response>;
  /** How many calls are counted to an account. */
  callsOf(accountId: string, month?: string): Promise<number>;
  /** A new account with a key. */
  createCaller(init?: { plan?: string; monthlyQuota?: number }): Promise<TestCaller>;
  /** A new account of the Growth plan with custom sports, by their ids. */
  createOwner(sports: Readonly<Record<string, object>>): Promise<TestCaller>;
}

/** Noon of a Saturday, in the middle of a month. */
export const NOW_MS = Date.parse("2026-11-21T12:20:00Z");

/** For the test service's own SQLite file: other work may hold the machine up. */
const COMMAND_TIMEOUT_MS = 15_000;

/** Tests share their machine with other programs, whose load must not decide how a call is answered. */
const NEVER_SATURATED: Saturation = {
  isSaturated: () => false,
  start: () => undefined,
  stop: () => undefined,
};

/** Starts the service on simulated weather unless `settings` say otherwise; `stop` removes everything. */
export async function startTestService(
  settings: Partial<Config> = {},
  {
    saturation = NEVER_SATURATED,
    destination = process.stdout,
    commandTimeoutMs = settings.storeUrl === undefined ? COMMAND_TIMEOUT_MS : undefined,
  }: {
    /** Replaces the measurement of the event loop. */
    saturation?: Saturation;
    /** Receives the log, which is silent unless `settings` give it a level. */
    destination?: DestinationStream;
    /** The timeout of a store that `settings` name. The service's own store may take 15 s, because disks may be busy. */
    commandTimeoutMs?: number;
  } = {},
): Promise<TestService> {
  const folder = createTemporaryFolder();
  const clock = createManualClock(NOW_MS);
  const anyPort = { host: "127.0.0.1", port: 0 };
  const config: Config = {
    ...configFromEnvironment({}),
    grpcListen: anyPort,
    httpListen: anyPort,
    opsListen: anyPort,
    storeUrl: `sqlite:${join(folder.path, "accounts.db")}`,
    weatherSources: ["simulated"],
    logLevel: "silent",
    drainDelayMs: 0,
    drainTimeoutMs: 2_000,
    ...settings,
  };
  const logger = createLogger({ level: config.logLevel, destination });
  const surroundings = (role: string) => ({
    clock,
    logger: logger.child({ role }),
    saturation,
    commandTimeoutMs,
  });
  const service = await startService(config, surroundings("all"));
  const coreAddress = `127.0.0.1:${service.ports.grpc}`;
  const sidecar = await startRest({ ...config, coreAddress }, surroundings("rest"));
  const { store } = service;
  const metrics = async () => (await fetch(`http://127.0.0.1:${service.ports.ops}/metrics`)).text();
  return {
    ...service,
    ports: { ...service.ports, sidecar: sidecar.ports.http },
    sidecarOpsPort: sidecar.ports.ops,
    clock,
    metrics,
    figureOf: async (series) =>
      Number((await metrics()).split(`\nsuitability_${series} `)[1]?.split("\n")[0] ?? 0),
    get: (path, { key, headers, port = service.ports.http } = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { ...headers, ...(key !== undefined && { "x-api-key": key }) },
      }),
    callsOf: async (accountId, month = "2026-11") => totalCalls(await store.usage(accountId, month)),
    createCaller: (init) => createCaller(store, init),
    createOwner: async (sports) => {
      const caller = await createCaller(store);
      for (const [id, definition] of Object.entries(sports)) {
        await store.setSport(caller.accountId, { id, definition: JSON.stringify({ id, ...definition }) });
      }
      return caller;
    },
    stop: async () => {
      await sidecar.stop();
      await service.stop();
      folder.remove();
    },
  };
}

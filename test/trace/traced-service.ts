// The composed service and a sidecar whose log lines the test reads.
import { join } from "node:path";
import { issueApiKey } from "../../src/accounts/issue-api-key.ts";
import { startRest, startService } from "../../src/compose.ts";
import { configFromEnvironment, type Config } from "../../src/config.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { NOW_MS } from "../support/test-service.ts";

export interface LogLine {
  readonly msg: string;
  readonly role: "all" | "rest";
  readonly request_id?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
}

export type TracedService = Awaited<ReturnType<typeof startTracedService>>;

/** With a key that is good for every call. */
export async function startTracedService(settings: Partial<Config> = {}) {
  const folder = createTemporaryFolder();
  const lines: LogLine[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  const logger = createLogger({ level: "info", destination });
  const clock = createManualClock(NOW_MS);
  const anyPort = { host: "127.0.0.1", port: 0 };
  const config: Config = {
    ...configFromEnvironment({}),
    grpcListen: anyPort,
    httpListen: anyPort,
    opsListen: anyPort,
    storeUrl: `sqlite:${join(folder.path, "accounts.db")}`,
    weatherSources: ["simulated"],
    drainTimeoutMs: 2_000,
    ...settings,
  };
  const service = await startService(config, { clock, logger: logger.child({ role: "all" }) });
  const coreAddress = `127.0.0.1:${service.ports.grpc}`;
  const sidecar = await startRest(
    { ...config, coreAddress },
    { clock, logger: logger.child({ role: "rest" }) },
  );
  const account = await service.store.createAccount({ name: "Test", plan: "growth", monthlyQuota: 1_000 });
  const issued = await issueApiKey({ store: service.store, accountId: account.id });
  return {
    ports: { ...service.ports, sidecar: sidecar.ports.http },
    store: service.store,
    key: issued?.apiKey ?? "",
    lines,
    stop: async () => {
      await sidecar.stop();
      await service.stop();
      folder.remove();
    },
  };
}

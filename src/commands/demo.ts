// Everything in one process, to be tried out: a throw-away store, simulated weather, a key ready to use.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueApiKey } from "../accounts/issue-api-key.ts";
import { systemClock } from "../clock.ts";
import { startService, type Service } from "../compose.ts";
import type { Config } from "../config/config.ts";
import { createLogger } from "../ops/logger.ts";
import { untilAskedToStop } from "../ops/until-asked-to-stop.ts";
import { demoText } from "./text/demo.ts";

/** More than anybody tries out by hand. */
const DEMO_QUOTA = 100_000;

/** Serves until SIGTERM or SIGINT; then nothing is left behind. The listen addresses are those of the settings. */
export async function demoCommand(settings: Config, print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "suitability-demo-"));
  try {
    const config: Config = {
      ...settings,
      storeUrl: `sqlite:${join(folder, "suitability.db")}`,
      weatherSources: ["simulated"],
    };
    const logger = createLogger({ level: config.logLevel });
    const service = await startService(config, { clock: systemClock, logger });
    const { grpcTls } = config;
    const key = await createDemoKey(service);
    print(demoText({ key, ports: service.ports, nowMs: systemClock.nowMs(), grpcTls }));
    await untilAskedToStop();
    await service.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function createDemoKey({ store }: Service): Promise<string> {
  const account = await store.createAccount({ name: "Demo", plan: "growth", monthlyQuota: DEMO_QUOTA });
  const issued = await issueApiKey({ store, accountId: account.id });
  if (issued === undefined) {
    throw new Error("an account that was just created is gone");
  }
  return issued.apiKey;
}

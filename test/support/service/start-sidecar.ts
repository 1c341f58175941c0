import { onTestFinished } from "vitest";
import { startRest } from "../../../src/app/start-service.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import type { Config } from "../../../src/app/settings/core-config.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { NOW_MS } from "./test-service.ts";

type Options = Partial<Parameters<typeof startRest>[1]>;

/** A sidecar on free ports in front of a core on a local port. It stops when the test is over, or when `atEnd` says. */
export async function startSidecar(
  { corePort, ...settings }: Partial<Config> & { readonly corePort: number },
  { atEnd = onTestFinished, ...options }: Options & { atEnd?: typeof onTestFinished } = {},
) {
  const anyPort = { host: "127.0.0.1", port: 0 };
  const sidecar = await startRest(
    {
      ...configFromEnvironment({ DRAIN_DELAY_MS: "0" }),
      httpListen: anyPort,
      opsListen: anyPort,
      coreAddress: `127.0.0.1:${corePort}`,
      ...settings,
    },
    { clock: createManualClock(NOW_MS), logger: createLogger({ level: "silent" }), ...options },
  );
  atEnd(() => sidecar.stop());
  return sidecar;
}

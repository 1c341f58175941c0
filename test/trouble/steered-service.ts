// A process with the service and a sidecar, whose clock and garbage collection its parent steers. Its disk can hang: see
// test/support/fakes/hanging-disk.ts.
import { startRest, startService } from "../../src/app/start-service.ts";
import { configFromEnvironment } from "../../src/app/settings/config.ts";
import { systemClock } from "../../src/lib/time/clock.ts";
import { openProcessLog } from "../../src/observability/logger.ts";

/** What the parent asks for. `aheadMs` is how far the clock runs ahead of the machine's. */
export type Steer = "memory" | "stop" | { readonly aheadMs: number };

export interface SteeredPorts {
  readonly grpc: number;
  readonly http: number;
  readonly ops: number;
  readonly sidecar: number;
  readonly sidecarOps: number;
}

let aheadMs = 0;
const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs };
const config = configFromEnvironment(process.env);
const log = openProcessLog({ level: config.logLevel });
/** The machine's load must not decide how a call is answered. */
const saturation = { isSaturated: () => false, start: () => undefined, stop: () => undefined };
const options = (role: string) => ({ ...log, clock, saturation, logger: log.logger.child({ role }) });

const service = await startService(config, options("all"));
const coreAddress = `127.0.0.1:${service.ports.grpc}`;
const sidecar = await startRest({ ...config, coreAddress }, options("rest"));
const tell = (told: SteeredPorts | number | null) => process.send?.(told);

process.on("message", (steer: Steer) => {
  if (steer === "memory") {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    tell(heapUsed + external);
  } else if (steer === "stop") {
    void sidecar
      .stop()
      .then(() => service.stop())
      .then(() => process.disconnect?.());
  } else {
    ({ aheadMs } = steer);
    tell(null);
  }
});
tell({ ...service.ports, sidecar: sidecar.ports.http, sidecarOps: sidecar.ports.ops });

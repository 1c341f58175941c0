import { createLogger } from "../../../src/observability/logger.ts";
import { OutageLog } from "../../../src/observability/outage-log.ts";
import { createManualClock } from "./manual-clock.ts";

/** For tests that are not about the log: the outages of a store that `ping` asks. */
export function quietOutageLog(ping: () => Promise<unknown> = async () => undefined) {
  return new OutageLog({
    name: "account store",
    refusal: "STORE_UNAVAILABLE",
    ping,
    clock: createManualClock("2026-11-21T14:00:00Z"),
    logger: createLogger({ level: "silent" }),
  });
}

// Takes a process out of rotation if it alone is cut off from a shared dependency.
import type { Link } from "./readiness.ts";
import type { Logger } from "./logger.ts";
import type { OutageLog } from "./outage-log.ts";

const CHECK_EVERY_MS = 1_000;

/**
 * Long enough for a failover of the store. A failover affects all processes alike: during one, a 503 with Retry-After helps
 * callers more than a refused connection.
 */
const CUT_OFF_MS = 10_000;

/** Takes the process out of rotation after 10 s without an answer, and puts it back at the first answer. */
export function createLinkWatch(options: {
  readonly link: Link;
  readonly setServing: (isServing: boolean) => void;
  readonly outage: Pick<OutageLog, "suspect">;
  readonly logger: Logger;
}) {
  const { link, setServing, outage, logger } = options;
  let wasCutOff = false;
  let timer: NodeJS.Timeout | undefined;

  /** Tests the link, unless a call has just had an answer, and reports a change. */
  const check = async (): Promise<void> => {
    if (link.silentMs() >= CHECK_EVERY_MS) await link.reach().catch(() => outage.suspect());
    const isCutOff = link.silentMs() >= CUT_OFF_MS;
    if (isCutOff === wasCutOff) return;
    wasCutOff = isCutOff;
    setServing(!isCutOff);
    if (isCutOff) logger.error("out of rotation: this process has had no answer from its store for 10 s");
    else logger.info("in rotation again: this process has an answer from its store");
  };

  return {
    check,
    start: (): void => {
      timer = setInterval(() => void check(), CHECK_EVERY_MS).unref();
    },
    stop: (): void => clearInterval(timer),
  };
}

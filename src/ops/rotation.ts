// Takes a process out of rotation if it alone is cut off from a shared dependency.
import type { Link } from "./readiness.ts";
import type { Logger } from "./logger.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Long enough for a failover, which affects all alike; callers are then better off with a 503 and Retry-After than with a
 * refused connection.
 */
const CUT_OFF_MS = 10_000;

/** Out of rotation after 10 s without an answer, and back at the first one. */
export function createRotation(options: {
  readonly link: Link;
  readonly setServing: (isServing: boolean) => void;
  readonly logger: Logger;
}) {
  const { link, setServing, logger } = options;
  let wasCutOff = false;
  let timer: NodeJS.Timeout | undefined;

  /** Tests the link, unless a call has just had an answer, and reports a change. */
  const look = async (): Promise<void> => {
    if (link.silentMs() >= LOOK_EVERY_MS) await link.reach().catch(() => undefined);
    const isCutOff = link.silentMs() >= CUT_OFF_MS;
    if (isCutOff === wasCutOff) return;
    wasCutOff = isCutOff;
    setServing(!isCutOff);
    if (isCutOff) logger.error("out of rotation: this process has had no answer of its store for 10 s");
    else logger.info("in rotation again: this process has an answer of its store");
  };

  return {
    look,
    start: (): void => {
      timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
    stop: (): void => clearInterval(timer),
  };
}

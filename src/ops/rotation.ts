// Whether a process that serves goes on getting calls: one that alone is cut off from what all share has the others get them.
import type { Link } from "./readiness.ts";
import type { Logger } from "./logger.ts";

const LOOK_EVERY_MS = 1_000;

/**
 * Long enough for a failover, which is the same for all, and of which callers are better told by a 503 with Retry-After than by a
 * connection that is refused.
 */
const CUT_OFF_MS = 10_000;

export interface Rotation {
  /** Asks the other end, unless a call has just had an answer from it, and tells what has changed. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

/** Out of rotation after 10 s without an answer, and in it again with the first one. */
export function createRotation(options: {
  readonly link: Link;
  readonly setServing: (isServing: boolean) => void;
  readonly logger: Logger;
}): Rotation {
  const { link, setServing, logger } = options;
  let wasCutOff = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async () => {
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
    start: () => {
      timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

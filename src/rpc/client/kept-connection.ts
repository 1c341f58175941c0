// A connection to one place, made again whenever it is lost.
import type { CoreConnection, CoreConnectionEvents } from "./core-connection.ts";

export interface KeptConnection {
  /** The connection, while there is one that takes calls. */
  ready(): CoreConnection | undefined;
  /** Why there is none, once an attempt has failed and until one succeeds. */
  failure(): Error | undefined;
  /** Ends it, after the calls under way. */
  close(): void;
}

/** The least time from one attempt to the next. */
const BACKOFF_MS_MIN = 100;

/** A core that is back is found within this time. */
const BACKOFF_MS_MAX = 1_000;

const BACKOFF_FACTOR = 1.6;

/** Many sidecars that lost the same core are not to come back at once. */
const BACKOFF_JITTER = 0.2;

/** `onChange` is told whenever `ready` or `failure` say something else. */
export function keepConnection(options: {
  open(events: Pick<CoreConnectionEvents, "onReady" | "onGone">): CoreConnection;
  onChange(): void;
}): KeptConnection {
  let current: CoreConnection | undefined;
  let isReady = false;
  let failure: Error | undefined;
  let backoffMs = BACKOFF_MS_MIN;
  let nextAttemptMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const attempt = () => {
    nextAttemptMs = performance.now() + backoffMs * (1 + BACKOFF_JITTER * (2 * Math.random() - 1));
    current = options.open({
      onReady: () => {
        isReady = true;
        failure = undefined;
        backoffMs = BACKOFF_MS_MIN;
        options.onChange();
      },
      onGone: (reason) => {
        if (isClosed) return;
        if (!isReady) {
          failure = reason;
          backoffMs = Math.min(backoffMs * BACKOFF_FACTOR, BACKOFF_MS_MAX);
        }
        isReady = false;
        timer = setTimeout(attempt, Math.max(0, nextAttemptMs - performance.now()));
        options.onChange();
      },
    });
  };
  attempt();

  return {
    ready: () => (isReady ? current : undefined),
    failure: () => failure,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      current?.leave();
    },
  };
}

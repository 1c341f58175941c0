// A worker thread with a deadline for each request. A thread that hangs in a system call cannot be ended, so it is left
// alone until it answers; one that died is replaced.
import { Worker } from "node:worker_threads";
import { systemClock } from "../../lib/time/clock.ts";
import { TimeoutError, withTimeout } from "../../lib/timeout.ts";
import { StoreUnavailable } from "../store.ts";

/** A thread that dies repeatedly is restarted after ever longer waits. */
const RESTART_MS_MIN = 50;
const RESTART_MS_MAX = 5_000;

export function createSupervisedThread<Request, Reply>(options: {
  readonly url: URL;
  readonly workerData: unknown;
  readonly timeoutMs: number;
}) {
  let thread: ReturnType<typeof startThread> | undefined;
  let awaited: PromiseWithResolvers<Reply> | undefined;
  /** Whether a request timed out and is still unanswered. */
  let isLate = false;
  /** Deaths since the last answer. */
  let deaths = 0;
  let restartAtMs = -Infinity;
  let isClosed = false;

  const begin = () =>
    startThread<Reply>({
      ...options,
      onReply: (reply) => {
        deaths = 0;
        isLate = false;
        awaited?.resolve(reply);
      },
      onEnd: (cause) => {
        thread = undefined;
        isLate = false;
        restartAtMs = systemClock.elapsedMs() + Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** deaths);
        deaths += 1;
        awaited?.reject(unavailable("its thread has died", { cause, mayHaveChanged: true }));
      },
    });

  return {
    /**
     * Sends one request at a time, and waits `timeoutMs` for the reply, not counting the thread's start. Then it throws
     * StoreUnavailable. It throws at once while an earlier request is unanswered.
     */
    ask: async (request: Request): Promise<Reply> => {
      if (isClosed) throw new StoreUnavailable("The account store is closed.");
      if (isLate) throw unavailable("its disk has not answered for a while");
      if (systemClock.elapsedMs() < restartAtMs)
        throw unavailable("its thread has died and has not been restarted yet");
      const { worker, starting } = (thread ??= begin());
      if (starting !== undefined) {
        await withTimeout(START_MS, starting).catch((cause: unknown) => {
          throw unavailable("its thread did not start", { cause });
        });
      }
      awaited = Promise.withResolvers<Reply>();
      worker.postMessage(request);
      try {
        return await withTimeout(options.timeoutMs, awaited.promise);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        isLate = true;
        throw unavailable(error.message, { cause: error, mayHaveChanged: true });
      } finally {
        awaited = undefined;
      }
    },
    /** Ends the thread with the message "close", and waits for it, but no longer than `timeoutMs`. */
    close: async (): Promise<void> => {
      isClosed = true;
      if (thread === undefined) return;
      thread.worker.postMessage("close");
      const { ended, worker } = thread;
      // A thread that has not ended by then does not keep the process alive.
      await withTimeout(options.timeoutMs, ended).catch(() => worker.unref());
    },
  };
}

function unavailable(
  why: string,
  options: ConstructorParameters<typeof StoreUnavailable>[1] = {},
): StoreUnavailable {
  return new StoreUnavailable(`The account store cannot be used: ${why}.`, options);
}

/** How long a thread may take to start on a busy machine. Starting does not touch the disk. */
const START_MS = 5_000;

/** Starts a thread. Its first message says that it has started; every other one is a reply. */
function startThread<Reply>(options: {
  readonly url: URL;
  readonly workerData: unknown;
  readonly onReply: (reply: Reply) => void;
  readonly onEnd: (cause: unknown) => void;
}) {
  const { url, workerData, onReply, onEnd } = options;
  const worker = new Worker(url, { workerData });
  const up = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const thread = {
    worker,
    ended: ended.promise,
    /** Resolves once it has started, and rejects if it dies first; undefined after the start. */
    starting: up.promise as Promise<void> | undefined,
  };
  // It may die when nobody waits for it.
  up.promise.catch(() => undefined);
  let cause: unknown = new Error("it ended by itself");
  worker.once("message", () => {
    thread.starting = undefined;
    up.resolve();
    worker.on("message", onReply);
  });
  worker.on("error", (error) => (cause = error));
  worker.on("exit", () => {
    up.reject(cause);
    onEnd(cause);
    ended.resolve();
  });
  return thread;
}

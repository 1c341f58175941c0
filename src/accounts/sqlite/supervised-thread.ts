// A thread that is asked for work and may not be waited for any longer than that is worth. A thread that hangs in a system
// call cannot be ended, so it is left alone until it answers; one that has died is replaced.
import { Worker } from "node:worker_threads";
import { TimeoutError, within } from "../../deadline.ts";
import { StoreUnavailable } from "../store.ts";

export interface SupervisedThread<Request, Reply> {
  /**
   * One request at a time, for which the thread has `timeoutMs` once it has come up. Throws StoreUnavailable after that,
   * and at once for as long as an earlier request has not been answered.
   */
  ask(request: Request): Promise<Reply>;
  /** Lets the thread end, by the message "close"; one that hangs is not waited for. */
  close(): Promise<void>;
}

/** A thread that dies again and again is started ever later. */
const RESTART_MS_MIN = 50;
const RESTART_MS_MAX = 5_000;

export function createSupervisedThread<Request, Reply>(options: {
  readonly url: URL;
  readonly workerData: unknown;
  readonly timeoutMs: number;
}): SupervisedThread<Request, Reply> {
  const { timeoutMs } = options;
  let thread: RunningThread | undefined;
  let awaited: PromiseWithResolvers<Reply> | undefined;
  /** Whether a request was given up that has not been answered since. */
  let isLate = false;
  /** Since the last answer. */
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
        restartAtMs = performance.now() + Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** deaths);
        deaths += 1;
        awaited?.reject(unavailable("its thread has died", { cause, mayHaveChanged: true }));
      },
    });

  return {
    ask: async (request) => {
      if (isClosed) throw new StoreUnavailable("The account store is closed.");
      if (isLate) throw unavailable("its disk has not answered for a while");
      if (performance.now() < restartAtMs) throw unavailable("its thread has died, and is not started yet");
      thread ??= begin();
      const { worker, untilUp } = thread;
      await untilUp().catch(throwNotUp);
      awaited = Promise.withResolvers<Reply>();
      worker.postMessage(request);
      try {
        return await within(timeoutMs, awaited.promise);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        isLate = true;
        throw unavailable(error.message, { cause: error, mayHaveChanged: true });
      } finally {
        awaited = undefined;
      }
    },
    close: async () => {
      isClosed = true;
      if (thread === undefined) return;
      thread.worker.postMessage("close");
      const { ended, worker } = thread;
      // One that has not ended by then does not keep the process from ending.
      await within(timeoutMs, ended).catch(() => worker.unref());
    },
  };
}

function throwNotUp(cause: unknown): never {
  throw unavailable("its thread has not come up", { cause });
}

function unavailable(
  why: string,
  options: ConstructorParameters<typeof StoreUnavailable>[1] = {},
): StoreUnavailable {
  return new StoreUnavailable(`The account store cannot be used: ${why}.`, options);
}

/** How long a thread may take to come up, on a machine that is busy with other things. No disk is asked until then. */
const START_MS = 5_000;

interface RunningThread {
  readonly worker: Worker;
  /** Resolves once it has come up; rejects when it dies before, or takes too long. */
  untilUp(): Promise<void>;
  readonly ended: Promise<void>;
}

/** Starts a thread. By its first message it says that it has come up; every other one is a reply. */
function startThread<Reply>(options: {
  readonly url: URL;
  readonly workerData: unknown;
  readonly onReply: (reply: Reply) => void;
  readonly onEnd: (cause: unknown) => void;
}): RunningThread {
  const { url, workerData, onReply, onEnd } = options;
  const worker = new Worker(url, { workerData });
  const up = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  // It may die when nobody waits for it.
  up.promise.catch(() => undefined);
  let isUp = false;
  let cause: unknown = new Error("it ended by itself");
  worker.once("message", () => {
    isUp = true;
    up.resolve();
    worker.on("message", onReply);
  });
  worker.on("error", (error) => (cause = error));
  worker.on("exit", () => {
    up.reject(cause);
    onEnd(cause);
    ended.resolve();
  });
  return {
    worker,
    ended: ended.promise,
    untilUp: async () => {
      if (!isUp) await within(START_MS, up.promise);
    },
  };
}

// A thread that is asked for work and may not be waited for any longer than that is worth. A thread that hangs in a system
// call cannot be ended, so it is left alone until it answers; one that has died is replaced.
import { Worker } from "node:worker_threads";
import { createDeadline, TimeoutError } from "../../deadline.ts";
import { StoreUnavailable } from "../account-store.ts";

export interface SupervisedThread<Request, Reply> {
  /**
   * One request at a time, for which the thread has `timeoutMs` once it has come up. Throws StoreUnavailable after that, and at once for as long as an earlier request has not
   * been answered.
   */
  ask(request: Request): Promise<Reply>;
  /** Lets the thread end, by the message "close"; one that hangs is not waited for. */
  close(): Promise<void>;
}

interface RunningThread {
  readonly worker: Worker;
  /** Its first message says so. */
  isUp: boolean;
  /** Rejects when it dies before. */
  readonly up: Promise<void>;
  readonly ended: Promise<void>;
}

/** How long a thread may take to come up, on a machine that is busy with other things. No disk is asked until then. */
const START_MS = 5_000;

/** A thread that dies again and again is started ever later. */
const RESTART_MS_MIN = 50;
const RESTART_MS_MAX = 5_000;

export function createSupervisedThread<Request, Reply>(options: {
  readonly url: URL;
  readonly workerData: unknown;
  readonly timeoutMs: number;
}): SupervisedThread<Request, Reply> {
  const { url, workerData, timeoutMs } = options;
  let thread: RunningThread | undefined;
  let awaited: PromiseWithResolvers<Reply> | undefined;
  /** Whether a request was given up that has not been answered since. */
  let isLate = false;
  /** Since the last answer. */
  let deaths = 0;
  let restartAtMs = -Infinity;
  let isClosed = false;

  const begin = (): RunningThread => {
    const worker = new Worker(url, { workerData });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const up = Promise.withResolvers<void>();
    // It may die when nobody waits for it.
    up.promise.catch(() => undefined);
    let cause: unknown;
    worker.once("message", () => {
      running.isUp = true;
      up.resolve();
      worker.on("message", answer);
    });
    const answer = (reply: Reply) => {
      deaths = 0;
      isLate = false;
      awaited?.resolve(reply);
    };
    worker.on("error", (error) => (cause = error));
    worker.on("exit", () => {
      thread = undefined;
      isLate = false;
      restartAtMs = performance.now() + Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** deaths);
      deaths += 1;
      up.reject(unavailable("its thread has died", { cause }));
      awaited?.reject(unavailable("its thread has died", { cause, mayHaveChanged: true }));
      resolve();
    });
    const running: RunningThread = { worker, isUp: false, up: up.promise, ended };
    return running;
  };

  return {
    ask: async (request) => {
      if (isClosed) throw new StoreUnavailable("The account store is closed.");
      if (isLate) throw unavailable("its disk has not answered for a while");
      if (performance.now() < restartAtMs) throw unavailable("its thread has died, and is not started yet");
      thread ??= begin();
      const { worker, isUp, up } = thread;
      if (!isUp) await comeUp(up);
      awaited = Promise.withResolvers<Reply>();
      const deadline = createDeadline(timeoutMs);
      worker.postMessage(request);
      try {
        return await Promise.race([awaited.promise, deadline.passed]);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        isLate = true;
        throw unavailable(error.message, { cause: error, mayHaveChanged: true });
      } finally {
        deadline.clear();
        awaited = undefined;
      }
    },
    close: async () => {
      isClosed = true;
      if (thread === undefined) return;
      thread.worker.postMessage("close");
      await endWithin(timeoutMs, thread);
    },
  };
}

async function comeUp(up: Promise<void>): Promise<void> {
  const deadline = createDeadline(START_MS);
  try {
    await Promise.race([up, deadline.passed]);
  } catch (error) {
    throw error instanceof TimeoutError ? unavailable("its thread has not come up yet") : error;
  } finally {
    deadline.clear();
  }
}

/** One that has not ended by then does not keep the process from ending. */
async function endWithin(timeoutMs: number, { worker, ended }: RunningThread): Promise<void> {
  const deadline = createDeadline(timeoutMs);
  await Promise.race([ended, deadline.passed]).catch(() => worker.unref());
  deadline.clear();
}

function unavailable(
  why: string,
  options: ConstructorParameters<typeof StoreUnavailable>[1] = {},
): StoreUnavailable {
  return new StoreUnavailable(`The account store cannot be used: ${why}.`, options);
}

// A thread that is asked for work and may not be waited for any longer than that is worth. A thread that hangs in a system
// call cannot be ended, so it is left alone until it answers; one that has died is replaced.
import { createDeadline, TimeoutError } from "../../deadline.ts";
import { StoreUnavailable } from "../account-store.ts";
import { startThread, type RunningThread } from "./running-thread.ts";

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

/** One that has not ended by then does not keep the process from ending. */
async function endWithin(timeoutMs: number, { worker, ended }: RunningThread): Promise<void> {
  const deadline = createDeadline(timeoutMs);
  await Promise.race([ended, deadline.passed]).catch(() => worker.unref());
  deadline.clear();
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

import { Worker } from "node:worker_threads";
import { createDeadline } from "../../deadline.ts";

/** How long a thread may take to come up, on a machine that is busy with other things. No disk is asked until then. */
const START_MS = 5_000;

export interface RunningThread {
  readonly worker: Worker;
  /** Resolves once it has come up; rejects when it dies before, or takes too long. */
  untilUp(): Promise<void>;
  readonly ended: Promise<void>;
}

/** Starts a thread. By its first message it says that it has come up; every other one is a reply. */
export function startThread<Reply>(options: {
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
      if (isUp) return;
      const deadline = createDeadline(START_MS);
      await Promise.race([up.promise, deadline.passed]).finally(deadline.clear);
    },
  };
}

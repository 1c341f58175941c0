// Notes when the machine itself is late because other programs have its cores or its disk. A test that runs for an hour
// meets such moments. The service then rightly answers 503 as its own failure, which is no complaint.
import { fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Timeline } from "./timeline.ts";

/** Less than the 450 ms that a commit may take, so that whatever makes a commit late is noticed. */
const LATE_MS = 250;
const EVERY_MS = 100;

/**
 * Watches until it is stopped. A worker thread times its own writes to the folder. A timer watches the main thread, in
 * which the provider answers.
 */
export function watchMachine(folder: string, timeline: Timeline) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { watchedFolder: folder } });
  worker.on("message", (lateMs: number) => timeline.note("machine", "the machine is late", lateMs));
  let lastMs = performance.now();
  const look = setInterval(() => {
    const lateMs = performance.now() - lastMs - EVERY_MS;
    lastMs = performance.now();
    if (lateMs > LATE_MS) timeline.note("machine", "the provider is late", lateMs);
  }, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(look);
      await worker.terminate();
    },
  };
}

/** Writes and waits, again and again, and reports when both took much longer than they should. */
function watch(file: number): void {
  const startMs = performance.now();
  writeSync(file, ".", 0);
  fsyncSync(file);
  setTimeout(() => {
    const lateMs = performance.now() - startMs - EVERY_MS;
    if (lateMs > LATE_MS) parentPort?.postMessage(lateMs);
    watch(file);
  }, EVERY_MS);
}

// Runs only in the worker thread.
if (workerData?.watchedFolder !== undefined) {
  watch(openSync(join(workerData.watchedFolder as string, "watch"), "w"));
}

// Tells of the moments in which the machine itself is late: other programs have its cores or its disk. A test that runs for an
// hour meets some, and what the service does about them is right (503, told as its own failure) and no complaint.
import { Worker } from "node:worker_threads";
import type { Timeline } from "./timeline.ts";

/** Less than the 450 ms that a store may take, so that what makes it late is seen. */
export const LATE_MS = 250;

/** Watches from a thread of its own, by its own writes to the folder, until it is stopped. */
export function watchMachine(folder: string, timeline: Timeline) {
  const worker = new Worker(new URL("machine-watch-thread.ts", import.meta.url), { workerData: folder });
  worker.on("message", (lateMs: number) => timeline.note("machine", "the machine is late", lateMs));
  return { stop: () => worker.terminate() };
}

// The thread of machine-watch.ts: writes, waits, and tells how much longer both took than they should.
import { fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { LATE_MS } from "./machine-watch.ts";

const EVERY_MS = 100;

const file = openSync(join(workerData as string, "watch"), "w");

function look(): void {
  const startMs = performance.now();
  writeSync(file, ".", 0);
  fsyncSync(file);
  setTimeout(() => {
    const lateMs = performance.now() - startMs - EVERY_MS;
    if (lateMs > LATE_MS) parentPort?.postMessage(lateMs);
    look();
  }, EVERY_MS);
}

look();

// A thread that answers nothing until the first number of `workerData` is 1, as with a disk that hangs.
import { parentPort, workerData } from "node:worker_threads";

const isReleased = new Int32Array(workerData as SharedArrayBuffer);

parentPort?.on("message", (message: unknown) => {
  if (message === "close") {
    parentPort?.close();
    return;
  }
  Atomics.wait(isReleased, 0, 0);
  parentPort?.postMessage(message);
});
parentPort?.postMessage("up");

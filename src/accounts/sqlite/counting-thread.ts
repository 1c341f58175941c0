// The thread that counts calls. A commit waits for the disk, and perhaps for another process's lock; in the thread that
// answers calls, everything else would wait too.
import { parentPort, workerData } from "node:worker_threads";
import { createSqliteCounting, type CountingReply, type CountingRequest } from "./counting.ts";
import { connectSqlite } from "./database.ts";

const { path } = workerData as { readonly path: string };
let open: ReturnType<typeof openCounting> | undefined;

function openCounting() {
  const database = connectSqlite(path);
  return { countRows: createSqliteCounting(database), close: () => database.close() };
}

function reply(request: CountingRequest): CountingReply {
  try {
    // On first use, so that a file that cannot be opened fails those who wait for it.
    open ??= openCounting();
    return { kind: "Counted", ...open.countRows(request) };
  } catch (error) {
    // A read-only file or a failed disk may have been fixed, so the next request opens the file again.
    open?.close();
    open = undefined;
    return { kind: "Failed", error, properties: { ...(error as Error) } };
  }
}

parentPort?.on("message", (message: CountingRequest | "close") => {
  if (message === "close") {
    open?.close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(reply(message));
  }
});
// It has started; no request has to wait for that.
parentPort?.postMessage("up");

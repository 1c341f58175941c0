// The thread in which calls are counted. A commit waits for the disk, and perhaps for another process to let go of the file;
// in the thread that answers calls, nothing else would happen meanwhile.
import { parentPort, workerData } from "node:worker_threads";
import {
  createSqliteCounting,
  type CountingReply,
  type CountingRequest,
  type CountRows,
} from "./counting.ts";
import { connectSqlite } from "./database.ts";

const { path } = workerData as { readonly path: string };
let open: { readonly countRows: CountRows; close(): void } | undefined;

/** Opens the file when it is first needed, so that a file that cannot be opened fails those who wait for it. */
function counting() {
  if (open === undefined) {
    const database = connectSqlite(path);
    open = { countRows: createSqliteCounting(database), close: () => database.close() };
  }
  return open;
}

function reply(request: CountingRequest): CountingReply {
  try {
    return { kind: "Counted", ...counting().countRows(request) };
  } catch (error) {
    // A file that could only be read, or a disk that failed, may have been put right: the next request opens it anew.
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
// That it has come up, for which no request has to wait.
parentPort?.postMessage("up");

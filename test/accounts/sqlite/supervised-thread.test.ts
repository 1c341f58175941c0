// The thread that counts, when it hangs and when it dies. test/process/hanging-disk.far.test.ts has a disk that hangs.
import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccountStore, StoreUnavailable } from "../../../src/accounts/store.ts";
import { createSupervisedThread } from "../../../src/accounts/sqlite/supervised-thread.ts";
import { spendingOf } from "../spending-of.ts";
import { useSqliteStore } from "./use-sqlite-store.ts";

const PATIENCE = { timeout: 15_000, interval: 20 };

const underTest = useSqliteStore();
let store: AccountStore;
let accountId: string;
/** The threads begun since the test began, the latest last. */
let threads: Worker[];

beforeEach(async () => {
  ({ id: accountId } = await underTest().createAccount());
  threads = [];
  const note = (worker: Worker) => void threads.push(worker);
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  store = await underTest().openAnother({ commandTimeoutMs: 100 });
  await vi.waitFor(() => store.ping(), PATIENCE);
});

const spend = () => store.spend(spendingOf(accountId));
const isCounted = async () => expect(await spend()).toMatchObject({ kind: "Spent" });

describe("the thread that counts", () => {
  it("is replaced after a wait when it dies, and so is its replacement", async () => {
    await vi.waitFor(isCounted, PATIENCE);
    for (const deaths of [1, 2]) {
      const [dying] = threads.slice(-1);
      const died = once(dying as Worker, "exit");
      const told = spend().then(
        () => "counted",
        (error: StoreUnavailable) => (error.mayHaveChanged ? "its fate is not known" : error.message),
      );
      await new Promise(setImmediate);
      await dying?.terminate();
      await died;
      // The call was counted before the death; or it was sent, and its fate is not known; or the thread was dead already.
      expect(await told).toMatch(/^(?:counted|its fate is not known|.* its thread has died, .*)$/);
      await expect(spend()).rejects.toMatchObject({ name: "StoreUnavailable", mayHaveChanged: false });
      await vi.waitFor(isCounted, PATIENCE);
      expect(threads).toHaveLength(deaths + 1);
    }
  });
});

describe("a thread that hangs", () => {
  const startHanging = () => {
    const released = new Int32Array(new SharedArrayBuffer(4));
    const thread = createSupervisedThread<string, string>({
      url: new URL("hanging-thread.ts", import.meta.url),
      workerData: released.buffer,
      timeoutMs: 100,
    });
    const release = () => {
      Atomics.store(released, 0, 1);
      Atomics.notify(released, 0);
    };
    onTestFinished(async () => {
      release();
      await thread.close();
    });
    return { thread, release };
  };

  it("is waited for as long as a commit may take", async () => {
    const { thread } = startHanging();
    await expect(thread.ask("first")).rejects.toMatchObject({
      name: "StoreUnavailable",
      // On a busy machine the message also says that the process was held up.
      message: expect.stringMatching(
        /^The account store cannot be used: .*there was no answer within 100 ms\.$/,
      ),
      mayHaveChanged: true,
    });
  });

  it("fails later requests at once", async () => {
    const { thread } = startHanging();
    await expect(thread.ask("first")).rejects.toMatchObject({ mayHaveChanged: true });
    await expect(thread.ask("second")).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: "The account store cannot be used: its disk has not answered for a while.",
      mayHaveChanged: false,
    });
  });

  it("is used again when it answers again, and is not replaced", async () => {
    const { thread, release } = startHanging();
    await expect(thread.ask("first")).rejects.toMatchObject({ mayHaveChanged: true });
    release();
    await vi.waitFor(async () => expect(await thread.ask("third")).toBe("third"), PATIENCE);
    // The store's thread and this one: none was replaced.
    expect(threads).toHaveLength(2);
  });

  it("does not keep the store from closing", async () => {
    const { thread } = startHanging();
    await expect(thread.ask("first")).rejects.toThrow("no answer");
    await thread.close();
  });
});

// The thread that counts, when its disk hangs and when it dies. Another process's lock stands for the disk where no
// process of its own is at hand: test/process/hanging-disk.far.test.ts has the disk.
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import type { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccountStore, StoreUnavailable } from "../../../src/accounts/store.ts";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.ts";
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
  const { backing, clock } = underTest();
  store = await openSqliteStore({ path: backing.path, operator: "tester", clock, commandTimeoutMs: 100 });
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), PATIENCE);
});

const spend = () => store.spend({ accountId, month: "2026-11", day: 21, method: "forecast", quota: 500 });
const isCounted = async () => expect(await spend()).toMatchObject({ kind: "Spent" });

describe("the thread that counts", () => {
  it("is waited for no longer than a commit may take; later calls are told at once, and counted when it is back", async () => {
    const blocker = new DatabaseSync(underTest().backing.path);
    onTestFinished(() => blocker.close());
    blocker.exec("BEGIN IMMEDIATE");
    // Who comes while the commit is under way waits for its end and no longer.
    const early = [spend(), new Promise(setImmediate).then(spend)].map((told) =>
      told.then(
        () => ({ message: "counted" }),
        (error: unknown) => error,
      ),
    );
    const [first, second] = await Promise.all(early);
    expect(first).toMatchObject({
      name: "StoreUnavailable",
      message: "The account store cannot be used: there was no answer within 100 ms.",
      mayHaveChanged: true,
    });
    const atOnce = {
      name: "StoreUnavailable",
      message: "The account store cannot be used: its disk has not answered for a while.",
      mayHaveChanged: false,
    };
    expect(second).toMatchObject(atOnce);
    await expect(store.ping()).rejects.toMatchObject(atOnce);
    blocker.exec("ROLLBACK");
    await vi.waitFor(isCounted, PATIENCE);
    await store.ping();
    expect(threads).toHaveLength(1);
  });

  it("is replaced when it dies, by another only after a while", async () => {
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
      // The spend may have been quicker than the death, and is counted; or later, and was never sent.
      expect(await told).toMatch(/^(?:counted|its fate is not known|.* its thread has died, .*)$/);
      await expect(spend()).rejects.toMatchObject({ name: "StoreUnavailable", mayHaveChanged: false });
      await vi.waitFor(isCounted, PATIENCE);
      expect(threads).toHaveLength(deaths + 1);
    }
  });

  it("that hangs does not keep the store from closing", async () => {
    const blocker = new DatabaseSync(underTest().backing.path);
    blocker.exec("BEGIN IMMEDIATE");
    await expect(spend()).rejects.toThrow("no answer");
    await store.close();
    blocker.close();
  });
});

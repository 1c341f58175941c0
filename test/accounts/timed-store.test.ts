import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { StoreUnavailable, type AccountStore } from "../../src/accounts/account-store.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { createTimedStore, type StoreOperation } from "../../src/accounts/timed-store.ts";
import { systemClock } from "../../src/clock.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

describe("createTimedStore", () => {
  it.each([
    ["unavailable", new StoreUnavailable("gone")],
    ["failed", new TypeError("a bug")],
  ])("reports %s and throws the same error", async (outcome, error) => {
    const folder = createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const store: AccountStore = {
      ...openStore(`sqlite:${join(folder.path, "accounts.db")}`, { clock: systemClock }),
      ping: async () => {
        throw error;
      },
    };
    const reports: StoreOperation[] = [];
    const timed = createTimedStore({ store, onOperation: (operation) => reports.push(operation) });
    await expect(timed.ping()).rejects.toBe(error);
    expect(reports).toEqual([{ operation: "ping", outcome, seconds: expect.any(Number) }]);
    await timed.close();
  });
});

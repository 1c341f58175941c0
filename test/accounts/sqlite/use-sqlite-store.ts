import { beforeEach, onTestFinished } from "vitest";
import type { StoreOptions } from "../../../src/accounts/store-options.ts";
import { loadTables } from "../../../src/app/open-store.ts";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { createFreeAccount } from "../create-free-account.ts";
import { createSqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";

/** Gives each test a store in a file of its own. */
export function useSqliteStore() {
  let current: Awaited<ReturnType<typeof start>>;

  const start = async () => {
    const backing = await createSqliteBacking();
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const file = { path: backing.path, tables: await loadTables(), operator: "tester", clock };
    const store = await openSqliteStore({ ...file, ...PATIENT_COMMANDS });
    /** Another store on the file, by default with the deadline that calls have. It is closed when the test ends. */
    const openAnother = async (options: Pick<StoreOptions, "commandTimeoutMs"> = {}) => {
      const opened = await openSqliteStore({ ...file, ...options });
      onTestFinished(() => opened.close());
      return opened;
    };
    const createAccount = () => createFreeAccount(store);
    return { backing, clock, store, openAnother, createAccount };
  };
  beforeEach(async () => {
    current = await start();
    return async () => {
      await current.store.close();
      await current.backing.remove();
    };
  });
  return () => current;
}

import { beforeEach } from "vitest";
import { loadTables } from "../../../src/app/open-store.ts";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { createSqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";

/** Gives each test a store in a file of its own. */
export function useSqliteStore() {
  let current: Awaited<ReturnType<typeof start>>;

  const start = async () => {
    const backing = await createSqliteBacking();
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const options = {
      path: backing.path,
      tables: await loadTables(),
      operator: "tester",
      clock,
      ...PATIENT_COMMANDS,
    };
    const store = await openSqliteStore(options);
    const createAccount = () => store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
    return { backing, clock, store, createAccount };
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

import { afterEach, beforeEach } from "vitest";
import type { AccountStore } from "../../../src/accounts/store.ts";
import { openSqliteStore } from "../../../src/accounts/sqlite/store.ts";
import { createSqliteBacking, type SqliteBacking } from "../../contracts/sqlite-backing.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/patient-commands.ts";

export interface SqliteStoreUnderTest {
  readonly backing: SqliteBacking;
  readonly clock: ManualClock;
  readonly store: AccountStore;
  createAccount(): ReturnType<AccountStore["createAccount"]>;
}

/** Gives each test a store in a file of its own. */
export function useSqliteStore(): () => SqliteStoreUnderTest {
  let current: SqliteStoreUnderTest;

  beforeEach(async () => {
    const backing = await createSqliteBacking();
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const options = { path: backing.path, operator: "tester", clock, ...PATIENT_COMMANDS };
    const store = await openSqliteStore(options);
    const createAccount = () => store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 });
    current = { backing, clock, store, createAccount };
  });
  afterEach(async () => {
    await current.store.close();
    await current.backing.remove();
  });
  return () => current;
}

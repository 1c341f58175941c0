import { onTestFinished } from "vitest";
import type { AccountStore } from "../../src/accounts/store.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { createSqliteBacking } from "../contracts/sqlite-backing.ts";
import { createManualClock } from "../support/manual-clock.ts";
import { PATIENT_COMMANDS } from "../support/patient-commands.ts";

/** An empty store of the test's own. */
export async function openNewStore(): Promise<AccountStore> {
  const backing = await createSqliteBacking();
  const clock = createManualClock("2026-11-21T14:00:00Z");
  const store = await openStore(backing.url, { clock, ...PATIENT_COMMANDS });
  onTestFinished(async () => {
    await store.close();
    await backing.remove();
  });
  return store;
}

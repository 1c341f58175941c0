import { onTestFinished } from "vitest";
import { openStore } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../../support/fakes/patient-commands.ts";

/** An empty store of the test's own. */
export async function openNewStore(
  clock = createManualClock("2026-11-21T14:00:00Z"),
  operator?: string,
): Promise<Store> {
  const url = `sqlite:${folderOfTest()}/suitability.db`;
  const store = await openStore(url, { clock, operator, ...PATIENT_COMMANDS });
  onTestFinished(() => store.close());
  return store;
}

import { onTestFinished, vi } from "vitest";
import type { StoreOptions } from "../../../src/accounts/store-options.ts";
import { openStore } from "../../../src/app/open-store.ts";
import type { Store } from "../../../src/app/store.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { PATIENT_COMMANDS } from "../fakes/patient-commands.ts";
import { folderOfTest } from "../programs/folder-of-test.ts";

/** A store that answers, by default an empty one. It is closed when the test ends. */
export async function storeOfTest({
  url = `sqlite:${folderOfTest()}/suitability.db`,
  clock = createManualClock("2026-11-21T14:00:00Z"),
  ...options
}: Partial<StoreOptions> & { readonly url?: string } = {}): Promise<Store> {
  const store = await openStore(url, { clock, ...PATIENT_COMMANDS, ...options });
  onTestFinished(() => store.close());
  // A busy machine may need longer to connect to a server than a use of the store waits.
  await vi.waitFor(() => store.ping(), { timeout: 15_000 });
  return store;
}

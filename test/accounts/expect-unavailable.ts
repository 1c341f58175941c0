import { expect } from "vitest";
import { StoreUnavailable } from "../../src/accounts/store.ts";

/** Expects StoreUnavailable within a few turns of the event loop: nobody waits for a server or a deadline. */
export async function expectUnavailable(use: () => Promise<unknown>): Promise<void> {
  const turns = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    return "still waiting";
  };
  const outcome = await Promise.race([use().catch((error: unknown) => error), turns()]);
  expect(outcome).toBeInstanceOf(StoreUnavailable);
}

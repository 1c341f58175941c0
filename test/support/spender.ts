// A process that spends: `node spender.ts STORE_URL SPENDING_AS_JSON WIDTH`. Says "ready" once it is connected, waits for a
// line, then keeps WIDTH spends under way until each has been told that a quota is gone. Prints every outcome as soon as
// it is told.
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "../../src/accounts/store.ts";
import type { Spending, SpendResult } from "../../src/accounts/spending.ts";
import { openStore } from "../../src/accounts/open-store.ts";
import { systemClock } from "../../src/clock.ts";
import { PATIENT_COMMANDS } from "./patient-commands.ts";

const [url = "", spendingJson = "", width = ""] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock, ...PATIENT_COMMANDS });
const spending: Spending = JSON.parse(spendingJson);

/** A disk that others keep busy may hold the store up for longer than a call waits; nobody was told anything then. */
async function spend(): Promise<SpendResult> {
  for (;;) {
    try {
      return await store.spend(spending);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

async function spendUntilExhausted(): Promise<void> {
  for (;;) {
    const { kind, used } = await spend();
    // Out before the next call begins: a slow reader fills the pipe, and what waits behind it dies with the process.
    await new Promise((written) => process.stdout.write(`${kind} ${used}\n`, written));
    if (kind !== "Spent") return;
  }
}

/** A busy machine may need longer to connect than a use of the store waits. */
async function connected(): Promise<void> {
  for (;;) {
    try {
      return await store.ping();
    } catch {
      await pause(20);
    }
  }
}

await connected();
process.stdout.write("ready\n");
await once(process.stdin, "data");
await Promise.all(Array.from({ length: Number(width) }, spendUntilExhausted));
await store.close();
process.stdin.destroy();

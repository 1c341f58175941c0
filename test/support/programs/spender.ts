// A process that spends: `node spender.ts STORE_URL SPENDING_AS_JSON WIDTH`. Prints "ready" when it is connected, waits for a
// line, then keeps WIDTH spends in flight until the quota is used up. Prints every outcome as soon as the store gives
// it.
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "../../../src/accounts/store.ts";
import type { Spending, SpendResult } from "../../../src/accounts/spending.ts";
import { openStore } from "../../../src/app/open-store.ts";
import { systemClock } from "../../../src/lib/time/clock.ts";
import { PATIENT_COMMANDS } from "../fakes/patient-commands.ts";

const [url = "", spendingJson = "", width = ""] = process.argv.slice(2);
const store = await openStore(url, { clock: systemClock, ...PATIENT_COMMANDS });
const spending: Spending = JSON.parse(spendingJson);

/** Retries while a busy disk holds the store up for longer than a spend waits: a spend that timed out has no outcome. */
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
    // Written before the next spend begins: behind a full pipe, lines would wait and be lost if the process is killed.
    await new Promise((written) => process.stdout.write(`${kind} ${used}\n`, written));
    if (kind !== "Spent") return;
  }
}

/** A busy machine may need longer to connect than an operation of the store waits. */
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

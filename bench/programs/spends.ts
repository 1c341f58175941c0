// Counts calls as fast as a store can and prints how many calls a second each round counted.
import { monthAt } from "../../src/accounts/month.ts";
import { openStore } from "../../src/app/open-store.ts";
import { systemClock } from "../../src/lib/time/clock.ts";

interface Order {
  readonly storeUrl: string;
  readonly accounts: number;
  readonly seconds: number;
  readonly rounds: number;
}

const { storeUrl, accounts, seconds, rounds } = JSON.parse(process.argv[2] ?? "") as Order;

/** Calls in flight at once, as in a busy replica. */
const WIDTH = 1_024;
const QUOTA = 1_000_000_000;

// The timeout is longer than a caller would wait, because only the throughput is measured.
const store = await openStore(storeUrl, { clock: systemClock, commandTimeoutMs: 10_000 });
const ids: string[] = [];
for (let account = 0; account < accounts; account += 1) {
  const { id } = await store.createAccount({ name: "bench", plan: "internal", monthlyQuota: QUOTA });
  ids.push(id);
}

async function spendsPerSecond(): Promise<number> {
  const startedMs = performance.now();
  const endMs = startedMs + 1_000 * seconds;
  let spent = 0;
  const spendOn = async (first: number) => {
    for (let turn = first; performance.now() < endMs; turn += WIDTH) {
      const accountId = ids[turn % ids.length] ?? "";
      await store.spend({
        accountId,
        ...monthAt(Date.now()),
        method: "GetForecast",
        keyId: "key_abcdefghijkl",
        quota: QUOTA,
      });
      spent += 1;
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, (_, first) => spendOn(first)));
  return (1_000 * spent) / (performance.now() - startedMs);
}

const results: number[] = [];
for (let round = 0; round < rounds; round += 1) results.push(await spendsPerSecond());
await store.close();
process.stdout.write(JSON.stringify(results));

// Adds many accounts to a store in one transaction, each with one key, and prints the keys as a JSON array.
import type { AccountRecord } from "../../src/accounts/store.ts";
import { secretSha256, createApiKey } from "../../src/accounts/api-key.ts";
import { openStore } from "../../src/app/open-store.ts";
import { randomId } from "../../src/accounts/random-text.ts";
import { systemClock } from "../../src/lib/time/clock.ts";

export interface Order {
  readonly storeUrl: string;
  readonly count: number;
  /** The monthly quota of each account, in calls. */
  readonly quota: number;
}

const { storeUrl, count, quota } = JSON.parse(process.argv[2] ?? "") as Order;
const keys = Array.from({ length: count }, createApiKey);
const createdAtMs = Date.now();

async function* records(): AsyncGenerator<AccountRecord> {
  for (const key of keys) {
    const ofKey = {
      prefix: key.slice(0, 8),
      sha256: secretSha256(key),
      label: undefined,
      revokedAtMs: undefined,
    };
    yield {
      account: {
        id: randomId("acc"),
        name: "bench",
        plan: "internal",
        monthlyQuota: quota,
        isSuspended: false,
        createdAtMs,
        sportsRevision: 0,
      },
      keys: [{ id: randomId("key"), createdAtMs, ...ofKey }],
      sports: [],
      usage: [],
      verdicts: [],
      history: [],
      audit: [],
    };
  }
}

const store = await openStore(storeUrl, { clock: systemClock });
await store.addAccountRecords(records());
await store.close();
process.stdout.write(JSON.stringify(keys));

// How many calls a second a store counts exactly, and what an account takes of Redis' memory.
import { join } from "node:path";
import type { AccountRecord, AccountStore } from "../../../src/accounts/store.ts";
import { openStore } from "../../../src/accounts/open-store.ts";
import { apiKeySha256, createApiKey } from "../../../src/accounts/api-key.ts";
import { systemClock } from "../../../src/clock.ts";
import type { Bench } from "../../harness/bench-case.ts";
import { startRedis } from "../../harness/redis.ts";
import type { Constant, ConstantName } from "../constants.ts";
import { createRandom } from "../random.ts";
import { constant } from "./constant.ts";
import { usedMemory } from "./used-memory.ts";

const ACCOUNTS = 1_000;
const AT_ONCE = 256;
const QUOTA = 1e9;
const MONTH_DAYS = 30;
const METHODS = ["GetBookingConfidence", "GetForecast", "RankSafeSlots"];

type StoreConstants = Pick<
  Record<ConstantName, Constant>,
  "redisAccountBytes" | "redisAccountMonthBytes" | "sqliteSpendsPerSecond" | "redisSpendsPerSecond"
>;

export async function measureStores(bench: Bench): Promise<StoreConstants> {
  const redis = await startRedis(bench);
  const onRedis = await openStore(redis.url, { clock: systemClock });
  const onSqlite = await openStore(`sqlite:${join(bench.folder, "spends.db")}`, { clock: systemClock });
  await onRedis.ping();
  const empty = await usedMemory(redis.url);
  for (const store of [onRedis, onSqlite]) await store.importAccounts(records());
  const withAccounts = await usedMemory(redis.url);
  await fillMonth(onRedis);
  const withMonth = await usedMemory(redis.url);
  const [redisRounds, sqliteRounds]: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.rounds; round += 1) {
    console.error(`stores, round ${round + 1} of ${bench.rounds}`);
    redisRounds.push(await spendsPerSecond(onRedis, bench.seconds));
    sqliteRounds.push(await spendsPerSecond(onSqlite, bench.seconds));
  }
  for (const store of [onRedis, onSqlite]) await store.close();
  await redis.stop();
  const of = `of ${ACCOUNTS} accounts in turn, ${AT_ONCE} at once`;
  return {
    redisAccountBytes: constant("memory of Redis for an account and its key", "bytes", [
      (withAccounts - empty) / ACCOUNTS,
    ]),
    redisAccountMonthBytes: constant(
      "memory of Redis for a month of an account that calls every day",
      "bytes",
      [(withMonth - withAccounts) / ACCOUNTS],
    ),
    sqliteSpendsPerSecond: constant(`calls counted on SQLite, ${of}`, "a second", sqliteRounds),
    redisSpendsPerSecond: constant(`calls counted on Redis, ${of}, by one process`, "a second", redisRounds),
  };
}

const accountId = (index: number) => `acc_${String(index).padStart(16, "0")}`;
const keyId = (index: number) => `key_${String(index).padStart(12, "0")}`;

async function* records(): AsyncGenerator<AccountRecord> {
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const key = createApiKey();
    const createdAtMs = Date.now();
    yield {
      account: {
        id: accountId(index),
        name: "bench",
        plan: "internal",
        monthlyQuota: QUOTA,
        isSuspended: false,
        createdAtMs,
        sportsRevision: 0,
      },
      keys: [
        {
          id: keyId(index),
          prefix: key.slice(0, 8),
          label: undefined,
          createdAtMs,
          revokedAtMs: undefined,
          sha256: apiKeySha256(key),
        },
      ],
      sports: [],
      usage: [],
      verdicts: [],
      history: [],
      audit: [],
    };
  }
}

function spend(store: AccountStore, index: number, day: number, method = METHODS[0] ?? "") {
  const month = new Date().toISOString().slice(0, 7);
  const spending = { accountId: accountId(index), keyId: keyId(index), month, day, method, quota: QUOTA };
  return store.spend({ ...spending, verdict: method === "GetForecast" ? undefined : "safe_to_book" });
}

async function fillMonth(store: AccountStore): Promise<void> {
  for (let day = 1; day <= MONTH_DAYS; day += 1) {
    for (let index = 0; index < ACCOUNTS; index += 1) {
      await Promise.all(METHODS.map((method) => spend(store, index, day, method)));
    }
  }
}

async function spendsPerSecond(store: AccountStore, seconds: number): Promise<number> {
  const random = createRandom(1);
  const startedMs = performance.now();
  let spends = 0;
  const spendOn = async () => {
    while (performance.now() - startedMs < seconds * 1000) {
      await spend(store, Math.floor(random() * ACCOUNTS), 1);
      spends += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, spendOn));
  return spends / ((performance.now() - startedMs) / 1000);
}

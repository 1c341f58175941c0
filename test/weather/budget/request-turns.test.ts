// Requests of three replicas to a provider that bears one at a time, with their turns in a real store.
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import type { AccountStore } from "../../../src/accounts/store.ts";
import { createRequestTurns } from "../../../src/weather/budget/request-turns.ts";
import type { ProviderCallStore } from "../../../src/weather/budget/provider-calls.ts";
import { createRequestQueue } from "../../../src/weather/provider/request-queue.ts";
import { usePostgresStore } from "../../accounts/postgres/use-postgres-store.ts";
import { isPostgresInstalled } from "../../support/postgres-server.ts";

const NEVER = new AbortController().signal;
const WANTED = () => true;

describe.skipIf(!isPostgresInstalled())("turns of three replicas", { timeout: 60_000 }, () => {
  const postgres = usePostgresStore();
  let stores: readonly [AccountStore, AccountStore, AccountStore];

  beforeEach(async () => {
    const { store, openAnother } = postgres();
    stores = [store, await openAnother(), await openAnother()];
  });

  const turnsOf = (shared: Pick<ProviderCallStore, "hasProviderTurn" | "endProviderTurn">, heldMs = 30_000) =>
    createRequestTurns({ provider: "open-meteo", atOnceMax: 1, heldMs, shared });

  test("one request is sent at a time, whichever replica it is of, and no replica is left behind", async () => {
    let [underWay, atOnceMax] = [0, 0];
    const order: number[] = [];
    const queues = stores.map((store, replica) =>
      createRequestQueue<number, void>({
        source: "s",
        atOnceMax: 1,
        waitMsMax: 30_000,
        enterTurn: turnsOf(store),
        send: async () => {
          underWay += 1;
          atOnceMax = Math.max(atOnceMax, underWay);
          order.push(replica);
          await sleep(5);
          underWay -= 1;
        },
      }),
    );
    await Promise.all(queues.flatMap((queued) => Array.from({ length: 10 }, (_, n) => queued(n, NEVER))));
    expect([order.length, atOnceMax]).toEqual([30, 1]);
    // In turn: whoever was just served is behind the others, so the first third is not one replica's.
    expect(new Set(order.slice(0, 10)).size).toBe(3);
  });

  test("a replica that dies with its turn holds the others up until its time is over", async () => {
    const [first, second] = stores;
    await turnsOf({ ...first, endProviderTurn: () => Promise.reject(new Error("dead")) }, 300)(WANTED);
    const startedMs = performance.now();
    const leave = await turnsOf(second)(WANTED);
    expect(performance.now() - startedMs).toBeGreaterThan(200);
    leave?.();
  });

  test("one that nobody wants any more is not waited for", async () => {
    const [first, second] = stores;
    await turnsOf(first)(WANTED);
    let asked = 0;
    expect(await turnsOf(second)(() => (asked += 1) < 3)).toBeUndefined();
  });

  test("a store that is away has nobody wait: it is told as what it is", async () => {
    const [first] = stores;
    await first.close();
    await expect(turnsOf(first)(WANTED)).rejects.toMatchObject({ name: "WeatherError", kind: "uncounted" });
  });
});

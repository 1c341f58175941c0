// Requests of replicas to a provider that bears one at a time. That stores hand the turns out in order is in test/contracts.
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createRequestTurns } from "../../../src/weather/budget/request-turns.ts";
import type { ProviderCallStore } from "../../../src/weather/budget/provider-calls.ts";
import { createRequestQueue } from "../../../src/weather/provider/request-queue.ts";

type TurnStore = Pick<ProviderCallStore, "hasProviderTurn" | "endProviderTurn">;

/** One turn at a time, to whoever asked first. */
function createRow(): TurnStore & { readonly waiting: readonly string[] } {
  const waiting: string[] = [];
  return {
    waiting,
    hasProviderTurn: async ({ token }) => {
      if (!waiting.includes(token)) waiting.push(token);
      return waiting[0] === token;
    },
    endProviderTurn: async ({ token }) => void waiting.splice(waiting.indexOf(token), 1),
  };
}

const turnsOf = (shared: TurnStore) =>
  createRequestTurns({ provider: "open-meteo", atOnceMax: 1, heldMs: 30_000, shared });

describe("turns of replicas", () => {
  test("one request is sent at a time, whichever replica it is of, and no replica is left behind", async () => {
    const row = createRow();
    let [underWay, atOnceMax] = [0, 0];
    const order: number[] = [];
    const queues = [0, 1, 2].map((replica) =>
      createRequestQueue<number, void>({
        source: "s",
        atOnceMax: 1,
        waitMsMax: 30_000,
        enterTurn: turnsOf(row),
        send: async () => {
          underWay += 1;
          atOnceMax = Math.max(atOnceMax, underWay);
          order.push(replica);
          await nextTurn();
          underWay -= 1;
        },
      }),
    );
    const { signal } = new AbortController();
    await Promise.all(queues.flatMap((queued) => [1, 2, 3].map((n) => queued(n, signal))));
    expect([order.length, atOnceMax]).toEqual([9, 1]);
    expect(new Set(order.slice(0, 3)).size).toBe(3);
    expect(row.waiting).toEqual([]);
  });

  test("a request that its callers gave up leaves the queue of turns", async () => {
    const row = createRow();
    await turnsOf(row)(() => true);
    let asked = 0;
    expect(await turnsOf(row)(() => (asked += 1) < 3)).toBeUndefined();
    expect(row.waiting).toHaveLength(1);
  });

  test("while the store is away a request fails as uncounted instead of waiting", async () => {
    const away = { ...createRow(), hasProviderTurn: () => Promise.reject(new Error("gone")) };
    const refusal = { name: "WeatherError", kind: "uncounted" };
    await expect(turnsOf(away)(() => true)).rejects.toMatchObject(refusal);
  });

  test("a turn whose reply was lost is ended, so that no replica waits until it expires", async () => {
    const row = createRow();
    const losesReplies: TurnStore = {
      ...row,
      hasProviderTurn: async (turn) => {
        await row.hasProviderTurn(turn);
        throw new Error("too late");
      },
    };
    await expect(turnsOf(losesReplies)(() => true)).rejects.toThrow(/too late/);
    expect(row.waiting).toEqual([]);
  });
});

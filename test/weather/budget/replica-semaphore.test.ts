// Turns of replicas at a provider that allows one request at a time. test/contracts tests that stores give turns in
// order, request-queue.test.ts that a queue sends nothing without a turn.
import { describe, expect, test, vi } from "vitest";
import { createRequestTurns } from "../../../src/weather/budget/replica-semaphore.ts";
import type { ProviderCallStore } from "../../../src/weather/budget/provider-calls.ts";

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
  test("a replica waits for the turn while another has it, and ends its own turn when it leaves", async () => {
    const row = createRow();
    const leaveFirst = await turnsOf(row)(() => true);
    const second = turnsOf(row)(() => true);
    await vi.waitFor(() => expect(row.waiting).toHaveLength(2));
    leaveFirst?.();
    const leaveSecond = await second;
    expect(row.waiting).toHaveLength(1);
    leaveSecond?.();
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

// Replicas at a provider that allows one request at a time. test/contracts tests that stores give permits in order,
// request-queue.test.ts that a queue sends nothing without a permit.
import { describe, expect, test, vi } from "vitest";
import { createReplicaSemaphore } from "../../../src/weather/budget/replica-semaphore.ts";
import type { ProviderCallStore } from "../../../src/weather/budget/provider-calls.ts";

type PermitStore = Pick<ProviderCallStore, "acquireProviderPermit" | "releaseProviderPermit">;

/** One permit at a time, to whoever asked first. */
function createRow(): PermitStore & { readonly waiting: readonly string[] } {
  const waiting: string[] = [];
  return {
    waiting,
    acquireProviderPermit: async ({ token }) => {
      if (!waiting.includes(token)) waiting.push(token);
      return waiting[0] === token;
    },
    releaseProviderPermit: async ({ token }) => void waiting.splice(waiting.indexOf(token), 1),
  };
}

const turnsOf = (shared: PermitStore) =>
  createReplicaSemaphore({ provider: "open-meteo", atOnceMax: 1, heldMs: 30_000, shared });

describe("the semaphore of replicas", () => {
  test("a replica waits for the permit while another has it, and releases its own when it leaves", async () => {
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

  test("a request that its callers gave up leaves the queue of permits", async () => {
    const row = createRow();
    await turnsOf(row)(() => true);
    let asked = 0;
    expect(await turnsOf(row)(() => (asked += 1) < 3)).toBeUndefined();
    expect(row.waiting).toHaveLength(1);
  });

  test("while the store is away a request fails as uncounted instead of waiting", async () => {
    const away = { ...createRow(), acquireProviderPermit: () => Promise.reject(new Error("gone")) };
    const refusal = { name: "WeatherError", kind: "uncounted" };
    await expect(turnsOf(away)(() => true)).rejects.toMatchObject(refusal);
  });

  test("a permit whose reply was lost is released, so that no replica waits until it expires", async () => {
    const row = createRow();
    const losesReplies: PermitStore = {
      ...row,
      acquireProviderPermit: async (permit) => {
        await row.acquireProviderPermit(permit);
        throw new Error("too late");
      },
    };
    await expect(turnsOf(losesReplies)(() => true)).rejects.toThrow(/too late/);
    expect(row.waiting).toEqual([]);
  });
});

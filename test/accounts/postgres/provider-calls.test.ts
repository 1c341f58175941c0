// What is particular to calls of providers in PostgreSQL; what every store promises of them is in test/contracts.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import postgres from "postgres";
import { isPostgresInstalled } from "../../support/postgres-server.ts";
import { usePostgresStore } from "./use-postgres-store.ts";

const TAKE = { provider: "open-meteo", day: "2026-11-21", calls: 1, callsMax: 1_000 };

describe.skipIf(!isPostgresInstalled())("calls of a provider in PostgreSQL", { timeout: 60_000 }, () => {
  const underTest = usePostgresStore();

  it("that are taken together are a few commits, and each is told its own number", async () => {
    const { store, sql } = underTest();
    const transactions = async () => Number((await sql("SELECT txid_current() AS number"))[0]?.["number"]);
    const before = await transactions();
    const days = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        store.takeProviderCalls({ ...TAKE, day: `2026-11-${20 + (n % 2)}` }),
      ),
    );
    expect((await transactions()) - before).toBeLessThan(10);
    expect(days.map(({ used }) => used)).toEqual(
      Array.from({ length: 50 }, (_, n) => Math.ceil((n + 1) / 2)),
    );
  });

  it("that wait for each other keep nobody from being found or counted", async () => {
    const { store, url, openAnother, createAccount } = underTest();
    const { id: accountId } = await createAccount();
    await store.takeProviderCalls(TAKE);
    const hasty = await openAnother({ commandTimeoutMs: undefined });
    await vi.waitFor(() => hasty.ping(), { timeout: 20_000 });
    const other = postgres(url, { max: 1 });
    onTestFinished(() => other.end({ timeout: 0 }));
    await other.begin(async (inside) => {
      await inside`SELECT * FROM provider_day FOR UPDATE`;
      const over = new AbortController();
      const takes = Array.from({ length: 40 }, () =>
        expect(hasty.takeProviderCalls(TAKE)).rejects.toThrow("statement timeout"),
      );
      const allTaken = Promise.all(takes).finally(() => over.abort());
      while (!over.signal.aborted) {
        expect(await hasty.findAccount(accountId)).toMatchObject({ id: accountId });
        const call = { accountId, month: "2026-11", day: 21, method: "GetForecast", quota: 500_000 };
        expect((await hasty.spend(call)).kind).toBe("Spent");
      }
      await allTaken;
    });
    expect(await hasty.takeProviderCalls(TAKE)).toMatchObject({ used: 2 });
  });
});

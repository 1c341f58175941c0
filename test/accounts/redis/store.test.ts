// What is particular to the store in Redis; what every store promises is in test/contracts.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../../../src/accounts/account-store.ts";
import { SealTaken } from "../../../src/accounts/moving/movable-store.ts";
import { isRedisServerInstalled } from "../../support/redis-server.ts";
import { expectUnavailable } from "../expect-unavailable.ts";
import { useRedisStore, type RedisStoreUnderTest } from "./use-redis-store.ts";

const SHA256 = "a1".repeat(32);
const UNTIL_BACK = { timeout: 15_000, interval: 20 };

describe.skipIf(!isRedisServerInstalled())("the store in Redis", () => {
  const underTest = useRedisStore({ isPersistent: true, password: "open sesame" });
  let current: RedisStoreUnderTest;
  let accountId: string;

  beforeEach(async () => {
    current = underTest();
    accountId = (await current.createAccount()).id;
    await current.addKey(accountId, SHA256);
  });

  const spend = (month = "2026-11", store = current.store) =>
    store.spend({ accountId, month, day: 21, method: "forecast", quota: 500 });
  const find = () => current.store.findCaller(SHA256, "2026-11");

  it("takes a seal off to its end, for whoever began and was killed before all accounts were without", async () => {
    const seal = { kind: "arriving", move: "move_one" } as const;
    await current.store.seal(seal, undefined);
    const [name = ""] = String(await current.redis("KEYS", "*:seal")).split("\n");
    await current.redis("SET", name, "arriving move_one coming-off");
    const takenOver = current.store.seal({ ...seal, move: "move_two" }, seal);
    await expect(takenOver).rejects.toThrow(SealTaken);
    await expect(spend()).rejects.toThrow(StoreUnavailable);
    await expect(current.store.ping()).rejects.toThrow(StoreUnavailable);
    expect(await current.store.sealed()).toBeUndefined();
    expect((await spend()).kind).toBe("Spent");
  });

  describe("round trips", () => {
    /** How many commands Redis is given for something. A command that a script gives counts as one of its own. */
    const commandsFor = async (work: () => Promise<unknown>): Promise<number> => {
      const processed = async () =>
        Number(/total_commands_processed:(\d+)/.exec(String(await current.redis("INFO", "stats")))?.[1]);
      const own = await processed();
      const overhead = (await processed()) - own;
      await work();
      return (await processed()) - own - 2 * overhead;
    };

    it("a known caller is found with one command, and counted with one more", async () => {
      await find();
      await spend();
      // EVALSHA with HGET, HGET, HGETALL; EVALSHA with HGET of the seal, HGET, HINCRBY, HINCRBY.
      expect(await commandsFor(async () => [await find(), await spend()])).toBe(4 + 5);
    });

    it("alike calls that come together are counted with one command, others with their own", async () => {
      await spend();
      let used: readonly number[] = [];
      const commands = await commandsFor(async () => {
        const results = await Promise.all([spend(), spend(), spend("2026-12"), spend()]);
        used = results.map((result) => result.used);
      });
      expect(used).toEqual([2, 3, 1, 4]);
      // Of November: EVALSHA, HGET of the seal, HGET, HINCRBY, HINCRBY; of December also EXISTS and EXPIRE.
      expect(commands).toBe(5 + 7);
    });

    it("a verdict is counted in the same command: a field of the month more, not a row", async () => {
      await spend();
      const call = { accountId, month: "2026-11", day: 21, method: "forecast", quota: 500 };
      const told = ["safe_to_book", "safe_to_book", undefined, "not_recommended"] as const;
      const commands = await commandsFor(() =>
        Promise.all(told.map((verdict) => current.store.spend({ ...call, verdict }))),
      );
      // EVALSHA, HGET of the seal, HGET, HINCRBY, HINCRBY, and HINCRBY for each of two verdicts.
      expect(commands).toBe(5 + 2);
    });

    it("a publishable key's day is counted in the same command as its month", async () => {
      const keyId = "key_publishable";
      const call = { accountId, month: "2026-11", day: 21, method: "GetForecast", keyId, quota: 500 };
      await current.store.spend({ ...call, dailyQuota: 4 });
      // EVALSHA with HGET of the seal, HGET, HGET of each of three methods, HINCRBY, HINCRBY.
      expect(await commandsFor(() => current.store.spend({ ...call, dailyQuota: 4 }))).toBe(1 + 2 + 3 + 2);
    });

    it("a Redis that has lost its scripts is given them again", async () => {
      expect(await spend()).toEqual({ kind: "Spent", used: 1 });
      await current.redis("SCRIPT", "FLUSH");
      expect(await spend()).toEqual({ kind: "Spent", used: 2 });
    });

    it("a Redis that was emptied knows nobody, and whoever is new in it at once", async () => {
      await find();
      await current.redis("FLUSHALL");
      expect(await find()).toBeUndefined();
      const other = await current.createAccount();
      await current.addKey(other.id, SHA256);
      expect(await find()).toMatchObject({ account: other });
    });
  });

  describe("a server that fails", () => {
    /** A store with the deadline that callers have. */
    const openHasty = async () => {
      const store = current.openAnother({ commandTimeoutMs: undefined });
      await vi.waitFor(() => store.ping(), UNTIL_BACK);
      return store;
    };

    it("one that hangs costs those who ask together one deadline, and those after nothing", async () => {
      const store = await openHasty();
      const count = () => spend("2026-11", store);
      current.server.hang();
      const startedAtMs = performance.now();
      const asked = Array.from({ length: 50 }, () =>
        expect(count()).rejects.toThrow("there was no answer within 300 ms"),
      );
      await Promise.all(asked);
      expect(performance.now() - startedAtMs).toBeLessThan(5_000);
      for (const use of [count, () => store.ping(), () => store.listAccounts()]) await expectUnavailable(use);
      current.server.goOn();
      await vi.waitFor(async () => expect((await count()).kind).toBe("Spent"), UNTIL_BACK);
    });

    it("a process held up for longer than the deadline still takes the answer that came meanwhile", async () => {
      const store = await openHasty();
      await spend();
      const told = spend("2026-11", store);
      // The client writes in one turn of the event loop; in the next the command is on its way.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      expect(await told).toEqual({ kind: "Spent", used: 2 });
    });

    it("one that is gone costs nobody anything, and is used again when it is back, with what it had", async () => {
      const { server, store } = current;
      await spend();
      await server.kill();
      await vi.waitFor(() => expect(store.ping()).rejects.toThrow(StoreUnavailable), UNTIL_BACK);
      for (const use of [spend, () => store.ping(), () => store.listAccounts()]) await expectUnavailable(use);
      await server.start();
      await vi.waitFor(() => store.ping(), UNTIL_BACK);
      expect(await spend()).toEqual({ kind: "Spent", used: 2 });
    });

    it.each([
      { trouble: "was never there", begin: async () => current.server.kill() },
      { trouble: "hangs from the start", begin: async () => current.server.hang() },
    ])(
      "one that $trouble fails the first use, the others at once, and closing does not wait",
      async ({ begin }) => {
        await begin();
        const early = current.openAnother();
        const startedAtMs = performance.now();
        await expect(early.ping()).rejects.toThrow(StoreUnavailable);
        await expectUnavailable(() => early.ping());
        await early.close();
        // 600 ms are what a connection may take; the rest is left for a busy machine.
        expect(performance.now() - startedAtMs).toBeLessThan(5_000);
        current.server.goOn();
      },
    );

    it("one that refuses the password is unavailable, and no message repeats it", async () => {
      const stranger = current.openAnother({ url: current.server.url.replace("sesame", "wide") });
      const thrown: unknown = await stranger.ping().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StoreUnavailable);
      expect(String(thrown)).toContain("WRONGPASS");
      expect(String(thrown)).not.toContain("wide");
    });

    it("one that refuses to write is unavailable, never a used-up quota, and still says who calls", async () => {
      await current.redis("CONFIG", "SET", "maxmemory", "1", "maxmemory-policy", "noeviction");
      await expect(spend()).rejects.toThrow(StoreUnavailable);
      expect(await find()).toMatchObject({ used: 0 });
      await current.redis("CONFIG", "SET", "maxmemory", "0");
      expect(await spend()).toEqual({ kind: "Spent", used: 1 });
    });

    it("one that became a replica is left, and counts again once it is a primary", async () => {
      await spend();
      await current.redis("REPLICAOF", "127.0.0.1", "9");
      await expect(spend()).rejects.toThrow(StoreUnavailable);
      await current.redis("REPLICAOF", "NO", "ONE");
      await vi.waitFor(async () => expect((await spend()).kind).toBe("Spent"), UNTIL_BACK);
    });
  });

  describe("a month that a clock was in by mistake", () => {
    it("does not end in the middle when it has really come: its expiry is set anew with each day", async () => {
      const key = `suitability:{${accountId}}:usage:2027-12`;
      const { clock } = current;
      clock.advance(Date.parse("2027-12-03T00:00:00Z") - clock.nowMs());
      await spend("2027-12");
      // A year has passed since then, and what was set in the wrong year runs out.
      await current.redis("EXPIRE", key, "100");
      expect(await spend("2027-12")).toEqual({ kind: "Spent", used: 2 });
      expect(await current.redis("TTL", key)).toBeLessThanOrEqual(100);
      const nextDay = { accountId, month: "2027-12", day: 22, method: "forecast", quota: 500 };
      expect(await current.store.spend(nextDay)).toEqual({ kind: "Spent", used: 3 });
      expect(await current.redis("TTL", key)).toBeGreaterThan(365 * 86_400);
    });
  });
});

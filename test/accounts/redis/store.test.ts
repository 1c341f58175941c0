// What is particular to the store in Redis; what every store promises is in test/contracts.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  StoreUnavailable,
  type AccountRecord,
  type AccountStore,
} from "../../../src/accounts/account-store.ts";
import { createRedisStore } from "../../../src/accounts/redis/store.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { redisCommand } from "../../support/redis-command.ts";
import { isRedisServerInstalled, startRedisServer, type RedisServer } from "../../support/redis-server.ts";

const clock = createManualClock("2026-11-21T14:00:00Z");
const SHA256 = "a1".repeat(32);

describe.skipIf(!isRedisServerInstalled())("the store in Redis", () => {
  let server: RedisServer;
  let store: AccountStore;
  let accountId: string;

  beforeEach(async () => {
    server = await startRedisServer({ persistence: "always", password: "open sesame" });
    store = createRedisStore({ url: server.url, clock });
    accountId = (await store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 })).id;
    await store.addKey({ accountId, prefix: "wsk_Ab12", sha256: SHA256 });
  });
  afterEach(async () => {
    await store.close();
    await server.remove();
  });

  const redis = (...command: readonly string[]) => redisCommand(server.url, ...command);
  const spend = (month = "2026-11") =>
    store.spend({ accountId, month, day: 21, method: "forecast", quota: 500 });
  const commandsProcessed = async () =>
    Number(/total_commands_processed:(\d+)/.exec(String(await redis("INFO", "stats")))?.[1]);
  const monthKey = (month: string) => `suitability:{${accountId}}:usage:${month}`;

  describe("what it writes", () => {
    it("all of its names begin alike", async () => {
      await spend();
      const names = (await redis("KEYS", "*")) as string[];
      expect(names.filter((name) => !name.startsWith("suitability:"))).toEqual([]);
    });

    it("a month expires with its 13th after, and further calls leave the expiry alone", async () => {
      await spend();
      const left = (Date.parse("2027-12-01T00:00:00Z") - clock.nowMs()) / 1000;
      expect(await redis("TTL", monthKey("2026-11"))).toBeOneOf([left, left - 1]);
      await redis("EXPIRE", monthKey("2026-11"), "1000");
      await spend();
      expect(await redis("TTL", monthKey("2026-11"))).toBeOneOf([1000, 999]);
    });

    it("an imported month expires as one that was counted here", async () => {
      await spend("2026-10");
      const records = await Array.fromAsync(store.exportAccounts());
      await redis("FLUSHALL");
      await store.importAccounts(listed(records));
      const left = (Date.parse("2027-11-01T00:00:00Z") - clock.nowMs()) / 1000;
      expect(await redis("TTL", monthKey("2026-10"))).toBeOneOf([left, left - 1]);
    });
  });

  describe("round trips", () => {
    it("a known caller is found with one command, and counted with one more", async () => {
      await store.findCaller(SHA256, "2026-11");
      await spend();
      const own = await commandsProcessed();
      const overhead = (await commandsProcessed()) - own;
      await store.findCaller(SHA256, "2026-11");
      await spend();
      // A command that a script gives counts as one of its own: HGET, HGET, HGETALL; HGET, HINCRBY, HINCRBY.
      expect((await commandsProcessed()) - own - 2 * overhead).toBe(2 + 3 + 3);
    });

    it("alike calls that come together are counted with one command, others with their own", async () => {
      await spend();
      const own = await commandsProcessed();
      const overhead = (await commandsProcessed()) - own;
      const results = await Promise.all([spend(), spend(), spend("2026-12"), spend()]);
      expect(results.map(({ used }) => used)).toEqual([2, 3, 1, 4]);
      // Of November: EVALSHA, HGET, HINCRBY, HINCRBY; of December also EXISTS and EXPIRE.
      expect((await commandsProcessed()) - own - 2 * overhead).toBe(4 + 6);
    });

    it("a Redis that has lost its scripts is given them again", async () => {
      expect(await spend()).toEqual({ kind: "Spent", used: 1 });
      await redis("SCRIPT", "FLUSH");
      expect(await spend()).toEqual({ kind: "Spent", used: 2 });
    });

    it("a Redis that was emptied knows nobody, and whoever is new in it at once", async () => {
      await store.findCaller(SHA256, "2026-11");
      await redis("FLUSHALL");
      expect(await store.findCaller(SHA256, "2026-11")).toBeUndefined();
      const other = await store.createAccount({ name: "Other", plan: "free", monthlyQuota: 1 });
      await store.addKey({ accountId: other.id, prefix: "wsk_Ab12", sha256: SHA256 });
      expect(await store.findCaller(SHA256, "2026-11")).toMatchObject({ account: other });
    });

    it("an API key is never given to a second account", async () => {
      const other = await store.createAccount({ name: "Other", plan: "free", monthlyQuota: 1 });
      const key = { prefix: "wsk_Ab12", sha256: SHA256 };
      await expect(store.addKey({ accountId: other.id, ...key })).rejects.toThrow("of that hash already");
      await expect(store.addKey({ accountId, ...key })).rejects.toThrow("of that hash already");
      expect(await store.listKeys(other.id)).toEqual([]);
      expect(await store.listKeys(accountId)).toHaveLength(1);
    });
  });

  describe("a server that fails", () => {
    it("one that hangs costs the first to ask the deadline, and those after nothing", async () => {
      server.hang();
      expect(await msToFail(spend)).toBeLessThan(600);
      for (const use of [spend, () => store.ping(), () => store.findCaller(SHA256, "2026-11")]) {
        expect(await msToFail(use)).toBeLessThan(50);
      }
      server.goOn();
      await vi.waitFor(() => store.ping(), { timeout: 3000, interval: 20 });
      expect((await spend()).kind).toBe("Spent");
    });

    it("a process held up for longer than the deadline still takes the answer that came meanwhile", async () => {
      await spend();
      const told = spend();
      // The client writes in one turn of the event loop; in the next the command is on its way.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      const heldUpUntilMs = performance.now() + 400;
      while (performance.now() < heldUpUntilMs);
      expect(await told).toEqual({ kind: "Spent", used: 2 });
    });

    it("fifty callers of one that hangs wait for one deadline together", async () => {
      server.hang();
      const waits = await Promise.all(Array.from({ length: 50 }, () => msToFail(spend)));
      expect(Math.max(...waits)).toBeLessThan(600);
      server.goOn();
    });

    it("one that is gone costs nobody anything, and is used again when it is back, with what it had", async () => {
      await spend();
      await server.kill();
      await vi.waitFor(() => expect(store.ping()).rejects.toThrow(StoreUnavailable));
      for (const use of [spend, () => store.ping(), () => store.listAccounts()]) {
        expect(await msToFail(use)).toBeLessThan(50);
      }
      await server.start();
      await vi.waitFor(() => store.ping(), { timeout: 3000, interval: 20 });
      expect(await spend()).toEqual({ kind: "Spent", used: 2 });
    });

    it("one that was never there fails the first use within a second, the others at once", async () => {
      await server.kill();
      const early = createRedisStore({ url: server.url, clock });
      expect(await msToFail(() => early.ping())).toBeLessThan(1000);
      expect(await msToFail(() => early.ping())).toBeLessThan(50);
      await early.close();
    });

    it("one that hangs from the start fails the first use within a second, and closing does not wait for it", async () => {
      server.hang();
      const early = createRedisStore({ url: server.url, clock });
      expect(await msToFail(() => early.ping())).toBeLessThan(1000);
      await early.close();
      server.goOn();
    });

    it("one that refuses the password is unavailable, and no message repeats it", async () => {
      const stranger = createRedisStore({ url: server.url.replace("sesame", "wide"), clock });
      const thrown: unknown = await stranger.ping().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StoreUnavailable);
      expect(String(thrown)).toContain("WRONGPASS");
      expect(String(thrown)).not.toContain("wide");
      await stranger.close();
    });

    it("one that refuses to write is unavailable, never a used-up quota, and still says who calls", async () => {
      await redis("CONFIG", "SET", "maxmemory", "1", "maxmemory-policy", "noeviction");
      await expect(spend()).rejects.toThrow(StoreUnavailable);
      expect(await store.findCaller(SHA256, "2026-11")).toMatchObject({ used: 0 });
      await redis("CONFIG", "SET", "maxmemory", "0");
      expect(await spend()).toEqual({ kind: "Spent", used: 1 });
    });

    it("one that became a replica is left, and counts again once it is a primary", async () => {
      await spend();
      await redis("REPLICAOF", "127.0.0.1", "9");
      await expect(spend()).rejects.toThrow(StoreUnavailable);
      await redis("REPLICAOF", "NO", "ONE");
      await vi.waitFor(async () => expect((await spend()).kind).toBe("Spent"), { timeout: 3000 });
    });
  });

  describe("a node of a cluster", () => {
    it("serves all of it, since no step touches keys of two slots", async () => {
      const node = await startRedisServer({ isCluster: true });
      onTestFinished(() => node.remove());
      const onNode = createRedisStore({ url: node.url, clock });
      onTestFinished(() => onNode.close());
      // A node of a new cluster accepts writes only after two seconds.
      const { id } = await vi.waitFor(
        () => onNode.createAccount({ name: "Courts", plan: "free", monthlyQuota: 1 }),
        { timeout: 5000, interval: 100 },
      );
      const key = await onNode.addKey({ accountId: id, prefix: "wsk_Ab12", sha256: SHA256 });
      await onNode.setSport(id, { id: "beach", definition: "{}" });
      await onNode.unsetSport(id, "beach");
      await onNode.updateAccount(id, { isSuspended: true });
      const call = { accountId: id, month: "2026-11", day: 21, method: "forecast", quota: 1 };
      expect(await onNode.spend(call)).toEqual({ kind: "Spent", used: 1 });
      expect(await onNode.findCaller(SHA256, "2026-11")).toMatchObject({ account: { id }, used: 1 });

      const records = await Array.fromAsync(onNode.exportAccounts());
      await redisCommand(node.url, "FLUSHALL");
      expect(await onNode.importAccounts(listed(records))).toEqual({ kind: "Imported", accounts: 1 });
      expect(await onNode.revokeKey(key?.id ?? "")).toMatchObject({ accountId: id });
      expect(await onNode.monthlyTotals(id)).toEqual([{ month: "2026-11", calls: 1 }]);
    });
  });
});

async function* listed(records: readonly AccountRecord[]): AsyncGenerator<AccountRecord> {
  yield* records;
}

/** How long a use of the store takes that is to throw StoreUnavailable. */
async function msToFail(use: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await expect(use()).rejects.toThrow(StoreUnavailable);
  return performance.now() - startedAtMs;
}

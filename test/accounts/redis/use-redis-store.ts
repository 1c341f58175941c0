import { afterEach, beforeEach, vi } from "vitest";
import type { AccountStore } from "../../../src/accounts/account-store.ts";
import { createRedisStore } from "../../../src/accounts/redis/store.ts";
import { createManualClock, type ManualClock } from "../../support/manual-clock.ts";
import { PATIENT_COMMANDS, redisCommand } from "../../support/redis-command.ts";
import { startRedisServer, type RedisServer } from "../../support/redis-server.ts";

export interface RedisStoreUnderTest {
  readonly server: RedisServer;
  readonly clock: ManualClock;
  readonly store: AccountStore;
  /** Sends a command as an operator would. */
  redis(...command: readonly string[]): Promise<unknown>;
  /** Another store on the same Redis or on the one at a URL, which waits for commands for long unless told otherwise. */
  openAnother(options?: { url?: string; commandTimeoutMs?: number | undefined }): AccountStore;
  createAccount(): ReturnType<AccountStore["createAccount"]>;
  /** Gives an account a key, and returns the key's id. */
  addKey(accountId: string, sha256: string): Promise<string>;
}

/** Gives each test a Redis of its own, and a store in it that is connected. */
export function useRedisStore(
  options: Parameters<typeof startRedisServer>[0] = {},
): () => RedisStoreUnderTest {
  let current: RedisStoreUnderTest;
  let opened: AccountStore[] = [];

  beforeEach(async () => {
    const server = await startRedisServer(options);
    const clock = createManualClock("2026-11-21T14:00:00Z");
    const openAnother: RedisStoreUnderTest["openAnother"] = (options = {}) => {
      const store = createRedisStore({
        url: server.url,
        clock,
        operator: "tester",
        ...PATIENT_COMMANDS,
        ...options,
      });
      opened.push(store);
      return store;
    };
    const store = openAnother();
    // A busy machine may need longer to connect than a call waits.
    await vi.waitFor(() => store.ping(), { timeout: 15_000 });
    current = {
      server,
      clock,
      store,
      redis: (...command) => redisCommand(server.url, ...command),
      openAnother,
      createAccount: () => store.createAccount({ name: "Courts", plan: "free", monthlyQuota: 500 }),
      addKey: async (accountId, sha256) =>
        (await store.addKey({ accountId, prefix: "wsk_Ab12", sha256 }))?.id ?? "",
    };
  }, 30_000);
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    opened = [];
    await current.server.remove();
  });
  return () => current;
}

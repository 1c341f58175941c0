import { startRedisServer } from "../support/redis-server.ts";
import type { StoreBacking } from "./account-store-suite.ts";

/** A Redis of its own, which keeps what it answered. */
export async function createRedisBacking(): Promise<StoreBacking> {
  const server = await startRedisServer({ persistence: "always" });
  return {
    url: server.url,
    makeUnavailable: async () => {
      server.hang();
      return async () => server.goOn();
    },
    remove: () => server.remove(),
  };
}

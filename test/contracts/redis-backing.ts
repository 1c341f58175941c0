import { startRedisServer } from "../support/redis-server.ts";
import type { StoreBacking } from "./account-store-suite.ts";

/** A Redis of its own. */
export async function createRedisBacking(): Promise<StoreBacking> {
  const server = await startRedisServer();
  return {
    url: server.url,
    makeUnavailable: async () => {
      server.hang();
      return async () => server.goOn();
    },
    remove: () => server.remove(),
  };
}

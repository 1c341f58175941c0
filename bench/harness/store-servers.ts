import type { Bench } from "./bench-case.ts";
import { startPostgres } from "./postgres.ts";
import type { ServerProcess } from "./processes.ts";
import { startRedis } from "./redis.ts";

export type StoreKind = "sqlite" | "redis" | "postgres";

/** The server that a store is on, where it is on one. */
export async function startStoreServers(
  kind: StoreKind,
  bench: Bench,
): Promise<readonly (ServerProcess & { readonly url: string })[]> {
  switch (kind) {
    case "sqlite":
      return [];
    case "redis":
      return [await startRedis(bench)];
    case "postgres":
      return [await startPostgres(bench)];
  }
}

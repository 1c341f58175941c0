import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StoreBacking } from "./account-store-suite.ts";

export interface SqliteBacking extends StoreBacking {
  readonly path: string;
}

/** A SQLite file that does not exist yet, in a new folder. */
export async function createSqliteBacking(): Promise<SqliteBacking> {
  const folder = await mkdtemp(join(tmpdir(), "suitability-store-"));
  const path = join(folder, "data", "suitability.db");
  return {
    path,
    url: `sqlite:${path}`,
    // Like a process that has begun a transaction and never ends it.
    makeUnavailable: async () => {
      const blocker = new DatabaseSync(path);
      blocker.exec("BEGIN IMMEDIATE");
      return async () => {
        if (blocker.isOpen) blocker.close();
      };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

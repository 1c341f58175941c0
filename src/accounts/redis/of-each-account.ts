// Every account that a Redis lists, oldest first; those too that are listed and not there, as they may be about to be made.
import type { RedisConnection } from "../../redis/connection.ts";
import { listFromReply } from "../../redis/reply.ts";
import { SHARED_KEYS } from "./keys.ts";

/** How many accounts are asked about at once: no other answer has to wait long for them. */
const BATCH = 200;

export async function accountIds(connection: RedisConnection): Promise<readonly string[]> {
  return listFromReply(await connection.send(["ZRANGE", SHARED_KEYS.accounts, "0", "-1"])).map(String);
}

/** What `ask` says of each. */
export async function* ofEachAccount<Said>(
  connection: RedisConnection,
  ask: (accountId: string) => Promise<Said>,
): AsyncGenerator<Said, void> {
  const ids = await accountIds(connection);
  for (let from = 0; from < ids.length; from += BATCH) {
    yield* await Promise.all(ids.slice(from, from + BATCH).map(ask));
  }
}

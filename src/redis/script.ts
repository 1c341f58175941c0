import { createHash } from "node:crypto";
import type { RedisConnection, RedisReply } from "./connection.ts";

/** A Lua script: one atomic step, whatever else Redis is asked meanwhile. */
export interface RedisScript {
  readonly source: string;
  readonly sha1: string;
}

export function createRedisScript(source: string): RedisScript {
  return { source, sha1: createHash("sha1").update(source).digest("hex") };
}

/** Runs a script by its name, in one round trip; a Redis that does not know it (the first time, after a restart) gets it. */
export async function runRedisScript<Text>(
  connection: RedisConnection<Text>,
  script: RedisScript,
  {
    keys,
    args = [],
  }: { readonly keys: readonly string[]; readonly args?: readonly (string | number | Buffer)[] },
): Promise<RedisReply<Text>> {
  const values = args.map((arg) => (typeof arg === "number" ? String(arg) : arg));
  const operands = [String(keys.length), ...keys, ...values];
  try {
    return await connection.send(["EVALSHA", script.sha1, ...operands]);
  } catch (error) {
    if (!isUnknownScript(error)) {
      throw error;
    }
    return connection.send(["EVAL", script.source, ...operands]);
  }
}

/** Redis has not run anything then. */
function isUnknownScript(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message.startsWith("NOSCRIPT ");
}

// A URL that says another kind of Redis than there is: one line says which it is.
import { describe, expect, it, onTestFinished } from "vitest";
import { createRedisConnection } from "../../src/redis/connection.ts";
import { startRedisSentinels } from "../support/redis-sentinels.ts";
import { isRedisServerInstalled, startRedisServer } from "../support/redis-server.ts";

const reasonAt = async (url: string): Promise<string> => {
  const connection = createRedisConnection({ url, commandTimeoutMs: 15_000 });
  onTestFinished(() => connection.close());
  return connection.send(["GET", "suitability:accounts"]).then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message}`,
  );
};

describe.skipIf(!isRedisServerInstalled())("the wrong kind of Redis", { timeout: 60_000 }, () => {
  it("is told of a node of a cluster without the slot", async () => {
    const node = await startRedisServer({ settings: { "cluster-enabled": "yes" } });
    onTestFinished(() => node.remove());
    expect(await reasonAt(`redis+cluster://127.0.0.1:${node.port}`)).toBe(
      "RedisUnavailable: no node of the cluster has the slot",
    );
  });

  it("is told of a Sentinel that is taken for a server, and the other way round", async () => {
    const { sentinels, primary, remove } = await startRedisSentinels();
    onTestFinished(remove);
    expect(await reasonAt(`redis://127.0.0.1:${sentinels[0]?.port}`)).toMatch(
      /^RedisUnavailable: ERR unknown command .*\(if it is a Sentinel, its URL begins with redis\+sentinel:\/\/\)$/,
    );
    expect(await reasonAt(`redis+sentinel://127.0.0.1:${primary.port}/primary`)).toMatch(
      /^RedisUnavailable: ERR unknown command .*\(it is no Sentinel\)$/,
    );
    const named = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",");
    expect(await reasonAt(`redis+sentinel://${named}/mymaster`)).toBe(
      "RedisUnavailable: the Sentinels know of no mymaster",
    );
  });
});

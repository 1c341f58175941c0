import { createRedisConnection } from "../../../src/redis/connection.ts";

/** What a Redis says that it uses. */
export async function usedMemory(url: string): Promise<number> {
  const connection = createRedisConnection({ url });
  const info = String(await connection.send(["INFO", "memory"]));
  await connection.close();
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
}

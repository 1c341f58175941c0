import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../test/support/free-port.ts";
import type { Bench } from "./bench-case.ts";
import type { ServerProcess } from "./processes.ts";

export const REDIS_SERVER = "redis-server";

/** A Redis as the manifests have it: every write in the append-only file, on the disk within about a second. */
export async function startRedis({ folder, processes }: Bench): Promise<ServerProcess & { url: string }> {
  const port = await freePort();
  const dir = join(folder, `redis-${port}`);
  mkdirSync(dir);
  const settings = { port, bind: "127.0.0.1", dir, save: "", appendonly: "yes", appendfsync: "everysec" };
  const server = await processes.serve({
    name: "redis",
    foreign: { command: REDIS_SERVER, upLine: "Ready to accept connections" },
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
  });
  return { ...server, url: `redis://127.0.0.1:${port}` };
}

import { chmodSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../test/support/programs/free-port.ts";
import { asOwner, createCluster, ownFolder, program } from "../../test/support/programs/postgres-programs.ts";
import type { Run, ServerProcess } from "./processes.ts";

const PASSWORD = "bench";
/** Lets the user who runs PostgreSQL pass through the folder. */
const MAY_PASS = 0o711;

/** Starts a PostgreSQL with default durability: every commit is on the disk before it is answered. */
export async function startPostgres({ folder, processes }: Run): Promise<ServerProcess & { url: string }> {
  chmodSync(folder, MAY_PASS);
  const own = ownFolder(folder);
  createCluster(own, PASSWORD);
  const port = await freePort();
  // Servers of the tests run without fsync; this one syncs.
  const settings = { fsync: "on", port, listen_addresses: "127.0.0.1", unix_socket_directories: "" };
  const [command, ...args] = asOwner(program("postgres"), "-D", join(own, "data"));
  const server = await processes.serve({
    name: "postgres",
    foreign: { command, upLine: "ready to accept connections" },
    args: [...args, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
  });
  return { ...server, url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres` };
}

import { once } from "node:events";
import { createServer } from "node:net";

/** `fetch` and browsers refuse port 10080 and some below it. */
const FIRST = 10_081;

/**
 * The kernel gives ports above this one to connections (Linux: net.ipv4.ip_local_port_range). A server that is started
 * again on such a port may find it taken, even by a client that connected to itself while the server was down.
 */
const LAST = 32_767;

/** A free port of the loopback, for servers that cannot pick one or that are started again on the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}

import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { ListenError } from "../errors/listen-error.ts";

/**
 * Connections that may wait to be accepted, up to the kernel's limit (net.core.somaxconn, 4096 by default). With Node's
 * 511, most of 4,096 simultaneous callers are dropped, and TCP retries after 1, 2, 4, 8 s.
 */
const BACKLOG = 4_096;

/** Listens, and returns the port, which the system chooses if `port` is 0. Throws a ListenError. */
export async function listenHttp(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number> {
  try {
    // For `localhost` Fastify would open a second server, which the guards of `app.server` do not know.
    const { address } = await lookup(host);
    await app.listen({ host: address, port, backlog: BACKLOG });
  } catch (error) {
    throw new ListenError({ host, port }, error);
  }
  return (app.server.address() as AddressInfo).port;
}

/** How often idle connections are looked for while closing. */
const IDLE_CHECK_MS = 20;

/**
 * Takes no new connections and waits for the requests in flight; after `timeoutMs` the rest are cut off. Requests that
 * still arrive are answered with `connection: close`. Connections whose last answer lacked that header are closed here as
 * soon as they are idle: Node closes only those that are idle when closing begins.
 */
export async function closeHttp(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const deadline = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(idleCheck);
    clearTimeout(deadline);
  }
}

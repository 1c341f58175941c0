import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { ListenError } from "../listen-error.ts";

/**
 * Connections that may wait to be accepted, as far as the kernel allows (net.core.somaxconn, 4096 by default). With Node's
 * 511, of 4,096 callers who connect at once most are dropped half-way, and TCP tries again after 1, 2, 4, 8 s.
 */
const BACKLOG = 4_096;

/** Starts to listen, and returns the port: the one asked for, or the one picked where that was 0. Throws a ListenError. */
export async function listenHttp(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number> {
  try {
    // For `localhost` Fastify would open a second server, which nothing that guards `app.server` knows of.
    const { address } = await lookup(host);
    await app.listen({ host: address, port, backlog: BACKLOG });
  } catch (error) {
    throw new ListenError({ host, port }, error);
  }
  return (app.server.address() as AddressInfo).port;
}

/** How often connections that have become idle are looked for while closing. */
const IDLE_CHECK_MS = 20;

/**
 * Takes no new connections and waits for the requests under way; after `timeoutMs` the rest are cut off. Requests that
 * still arrive are answered with `connection: close`; a connection whose last answer went out without it is closed when
 * it turns idle, which Node does only for those that are idle already.
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

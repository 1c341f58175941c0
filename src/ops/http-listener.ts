import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/** Starts to listen, and returns the port: the one asked for, or the one picked where that was 0. */
export async function listenHttp(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number> {
  await app.listen({ host, port });
  return (app.server.address() as AddressInfo).port;
}

/** Takes no new requests and waits for those under way; after `timeoutMs` the rest are cut off. */
export async function closeHttp(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";

/**
 * Says that a server accepts calls, in the words in which the service says it. Like the service it has an operations port
 * that tells how long the garbage collector paused it: both are watched in the same way, at the same price.
 */
export async function announce(ports: Readonly<Record<string, number>>): Promise<void> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const server = createServer((_request, response) => {
    void register.metrics().then((text) => response.end(text));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ops = (server.address() as AddressInfo).port;
  process.stdout.write(`${JSON.stringify({ ...ports, ops, msg: "listening" })}\n`);
}

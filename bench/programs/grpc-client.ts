// Calls one method for some seconds over several connections and prints what came of it. The messages stay bytes: a
// client that decodes would be slower than the server under test.
import { createHistogram } from "node:perf_hooks";
import { Client, credentials, Metadata } from "@grpc/grpc-js";

interface Order {
  readonly port: number;
  readonly path: string;
  readonly requestBase64: string;
  readonly key: string;
  readonly seconds: number;
  readonly connections: number;
  readonly streamsPerConnection: number;
}

const order = JSON.parse(process.argv[2] ?? "") as Order;
const request = Buffer.from(order.requestBase64, "base64");
const metadata = new Metadata();
metadata.set("x-api-key", order.key);
const bytes = (value: Buffer) => value;

const latencyNs = createHistogram();
let answers = 0;
let failures = 0;

/** Keeps one stream busy: the next call starts when the one before is answered. */
function callUntil(endMs: number, client: Client, done: () => void): void {
  const startedMs = performance.now();
  if (startedMs >= endMs) {
    done();
    return;
  }
  client.makeUnaryRequest(order.path, bytes, bytes, request, metadata, (error) => {
    if (error === null) {
      answers += 1;
    } else {
      failures += 1;
    }
    latencyNs.record(Math.max(1, Math.round((performance.now() - startedMs) * 1e6)));
    callUntil(endMs, client, done);
  });
}

const clients = Array.from(
  { length: order.connections },
  // Without a pool of its own a client shares the connection of the others to the same address.
  () =>
    new Client(`127.0.0.1:${order.port}`, credentials.createInsecure(), {
      "grpc.use_local_subchannel_pool": 1,
    }),
);
const startedMs = performance.now();
const endMs = startedMs + order.seconds * 1000;
await Promise.all(
  clients.flatMap((client) =>
    Array.from({ length: order.streamsPerConnection }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      callUntil(endMs, client, resolve);
      return promise;
    }),
  ),
);
const seconds = (performance.now() - startedMs) / 1000;
for (const client of clients) client.close();

const latencyMsP99 = latencyNs.percentile(99) / 1e6;
process.stdout.write(JSON.stringify({ answers, failures, seconds, latencyMsP99 }));

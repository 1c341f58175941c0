// What the parts of the service cost by themselves: a process that loads them, sets each up as its documentation says, listens,
// and answers a constant. Plain JavaScript, because Node would load its compiler for a file of TypeScript.
import { DatabaseSync } from "node:sqlite";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { fastify } from "fastify";
import { collectDefaultMetrics, register } from "prom-client";

const database = new DatabaseSync(process.argv[2] ?? ":memory:");
database.exec("CREATE TABLE IF NOT EXISTS calls (method TEXT PRIMARY KEY, count INTEGER)");
const count = database.prepare("INSERT INTO calls VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1");
collectDefaultMetrics();

const app = fastify();
app.get("/v1/booking-confidence", () => {
  count.run("booking-confidence");
  return { playability_score: 100 };
});
app.get("/metrics", () => register.metrics());
await app.register(fastifyConnectPlugin, { routes: () => undefined });
await app.listen({ host: "127.0.0.1", port: 0 });

const server = new Server();
const credentials = ServerCredentials.createInsecure();
server.bindAsync("127.0.0.1:0", credentials, (error, grpc) => {
  if (error !== null) throw error;
  process.stdout.write(`${JSON.stringify({ http: app.server.address().port, grpc, msg: "listening" })}\n`);
});
process.once("SIGTERM", () => process.exit());

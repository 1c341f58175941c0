// Fastify that sends one answer for each operation over and over: what /v1 would cost if its operations were free.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import type { Answers } from "../varied/answers.ts";
import { announce } from "./announce.ts";
import { schemaOf } from "./schema-of.ts";

const { json } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Answers;

const app = fastify();
for (const operation of ["booking-confidence", "safe-slots"] as const) {
  const body: unknown = JSON.parse(json[operation]);
  app.get(`/v1/${operation}`, { schema: { response: { 200: schemaOf(body) } } }, async () => body);
}
// A week of hours is a string here: to write 168 objects from a schema is not what a bare server does.
app.get("/v1/forecast", async (_request, reply) =>
  reply.type("application/json; charset=utf-8").send(json.forecast),
);
await app.listen({ host: "127.0.0.1", port: 0 });
await announce({ http: (app.server.address() as AddressInfo).port });

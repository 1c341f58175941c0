// Fastify that sends one string over and over: the least that a body of this size costs.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { announce } from "./announce.ts";

const [, , bodyFile = ""] = process.argv;
const body = readFileSync(bodyFile, "utf8");

const app = fastify();
app.get("/v1/*", async (_request, reply) => reply.type("application/json; charset=utf-8").send(body));
await app.listen({ host: "127.0.0.1", port: 0 });
announce({ http: (app.server.address() as AddressInfo).port });

// Fastify with a response schema that sends one object over and over: what a /v1 operation would cost if it were free.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { announce } from "./announce.ts";
import { schemaOf } from "./schema-of.ts";

const [, , bodyFile = ""] = process.argv;
const body: unknown = JSON.parse(readFileSync(bodyFile, "utf8"));

const app = fastify();
app.get("/v1/*", { schema: { response: { 200: schemaOf(body) } } }, async () => body);
await app.listen({ host: "127.0.0.1", port: 0 });
announce({ http: (app.server.address() as AddressInfo).port });

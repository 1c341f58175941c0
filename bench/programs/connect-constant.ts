// A Connect server on Fastify that answers each method with a constant message: the cost of Connect and Fastify alone.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fromBinary, type DescMethodUnary } from "@bufbuild/protobuf";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import { fastify } from "fastify";
import type { Answers } from "../varied/answers.ts";
import { METHODS } from "../varied/question-text.ts";
import { announce } from "./announce.ts";

const { messagesBase64 } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Answers;

const app = fastify();
await app.register(fastifyConnectPlugin, {
  routes: (router) => {
    for (const operation of Object.keys(METHODS) as (keyof typeof METHODS)[]) {
      const method: DescMethodUnary = METHODS[operation];
      const answer = fromBinary(method.output, Buffer.from(messagesBase64[operation], "base64"));
      router.rpc(method, () => answer);
    }
  },
});
await app.listen({ host: "127.0.0.1", port: 0 });
announce({ http: (app.server.address() as AddressInfo).port });

import { lookup } from "node:dns/promises";
import fastify from "fastify";
import { expect, test } from "vitest";
import { closeHttp, listenHttp } from "../../src/ops/http-listener.ts";

const addresses = await lookup("localhost", { all: true });

test.skipIf(addresses.length < 2)(
  "localhost is one server, the one whose connections are bounded, where it has two addresses",
  async () => {
    const app = fastify();
    try {
      const port = await listenHttp(app, { host: "localhost", port: 0 });
      expect(app.addresses()).toEqual([expect.objectContaining({ port })]);
    } finally {
      await closeHttp(app, 1_000);
    }
  },
);

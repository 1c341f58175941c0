import { lookup } from "node:dns/promises";
import fastify from "fastify";
import { expect, test } from "vitest";
import { closeHttp, listenHttp } from "../../src/observability/http-listener.ts";

const addresses = await lookup("localhost", { all: true });

test.skipIf(addresses.length < 2)(
  "on a localhost with two addresses there is one server, the one with a limit on connections",
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

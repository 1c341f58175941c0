// The port for probes and scrapes. It is not public: it asks for no key and tells how the service is doing.
import fastify, { type FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

/** GET /livez, /readyz and /metrics; not listening yet. */
export function createOpsServer(options: { readiness: Readiness; metrics: Metrics }): FastifyInstance {
  const { readiness, metrics } = options;
  const app = fastify({ logger: false, forceCloseConnections: true });

  // Alive = this process still answers. It asks nobody else: restarting it would not heal a store that is down.
  app.get("/livez", () => ({ status: "alive" }));

  app.get("/readyz", async (_request, reply) => {
    const report = await readiness.report();
    return report.ready
      ? reply.send({ status: "ready" })
      : reply.code(503).send({ status: "not ready", reason: report.reason });
  });

  app.get("/metrics", async (_request, reply) => {
    // Asked first, so that the gauge tells the present state to whoever scrapes but does not probe.
    await readiness.report();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return app;
}

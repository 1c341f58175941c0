// The server for probes and scrapes. It is not for the public: it asks for no key and shows the state of the service.
import type { Socket } from "node:net";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { harden } from "../doors/hardening/harden.ts";
import {
  fastifyTimeouts,
  hasOneHost,
  HTTP_TIMEOUTS,
  refuseOnce,
  type HttpTimeouts,
} from "../doors/hardening/http1/request-bounds.ts";
import type { Metrics } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

/** Serves GET /livez, /readyz and /metrics. The app does not listen yet. */
export function createOpsServer(options: {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly timeouts?: HttpTimeouts;
}): FastifyInstance {
  const { readiness, metrics, timeouts = HTTP_TIMEOUTS } = options;
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    ...fastifyTimeouts(timeouts),
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: (_error, _request, reply: FastifyReply) => reply.code(400).send({ status: "malformed" }),
  });
  harden(app.server, { timeouts });
  app.addHook("onRequest", (request, reply, done) => {
    // These answers are outdated at once.
    reply.header("cache-control", "no-store");
    if (!hasOneHost(request.raw)) reply.code(400).send({ status: "malformed" });
    // Fastify takes `/%6Civez` and `/livez#x` for `/livez`.
    else if (!request.is404 && request.raw.url?.split("?")[0] !== request.routeOptions.url) notFound(reply);
    else done();
  });
  // No route here reads a body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setNotFoundHandler((_request, reply) => notFound(reply));
  // Fastify's own messages would reveal internals.
  app.setErrorHandler((error, _request, reply) => reply.code(statusOf(error)).send({ status: "failed" }));

  // Alive means that this process answers. Nothing else is checked: a restart would not fix a store that is down.
  app.get("/livez", () => ({ status: "alive" }));

  app.get("/readyz", async (_request, reply) => {
    const report = await readiness.report();
    return report.ready
      ? reply.send({ status: "ready", warning: report.warning })
      : reply.code(503).send({ status: "not ready", reason: report.reason });
  });

  app.get("/metrics", async (_request, reply) => {
    // Readiness is checked first, so that its gauge is current even if nothing probes /readyz.
    await readiness.report();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return app;
}

/** Closes the connection, and says so in a header: a client that kept the connection would lose its next request. */
function refuseUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  refuseOnce(error, socket, (code) => {
    const status = code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
    return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  });
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ status: "not found" });
}

/** Fastify's refusals have a status; anything else is a failure here. */
function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}

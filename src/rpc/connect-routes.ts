// Connect's handlers as Fastify routes. The connect-fastify plugin does the same, but it routes every method to them, has
// bare 405s and 415s, and prints what is thrown and answers an empty 200 instead of leaving it to the app.
import type { ConnectRouter, ContextValues } from "@connectrpc/connect";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

type Handler = ConnectRouter["handlers"][number];
type HandlerRequest = Parameters<Handler>[0];

/** Adds a route for each handler. An error that no handler answers is the app's to answer. */
export function mountConnectRoutes(
  app: FastifyInstance,
  router: ConnectRouter,
  contextValues: (request: FastifyRequest) => ContextValues,
): void {
  for (const handler of router.handlers) {
    app.route({
      method: [...handler.allowedMethods],
      url: handler.requestPath,
      // A HEAD that were passed on would be refused.
      exposeHeadRoute: false,
      handler: (request, reply) =>
        answer(handler, readRequest(request, reply, contextValues(request)), reply),
    });
  }
}

async function answer(handler: Handler, request: HandlerRequest, reply: FastifyReply): Promise<void> {
  const response = await handler(request);
  if (response.status === 415) {
    throw refusal(415, "the content type is none of Connect's");
  }
  // What Fastify was told to send it would add only to what it sends itself.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  try {
    await universalResponseToNodeResponse(response, reply.raw);
  } catch (error) {
    // The caller has left: there is nobody to be answered.
    if (!reply.raw.headersSent && !reply.raw.destroyed) throw error;
  }
}

function readRequest(request: FastifyRequest, reply: FastifyReply, values: ContextValues): HandlerRequest {
  // Connect stops to listen when the response is closed. Where a caller leaves before pipelined requests are answered,
  // that comes between Node's decision to emit an error and the error, and one that nobody hears ends the process.
  request.raw.on("error", () => undefined);
  try {
    const read = universalRequestFromNodeRequest(request.raw, reply.raw, undefined, values);
    dropFarTimeouts(read.header);
    return read;
  } catch (cause) {
    throw refusal(400, "the request's target and host do not make a URL", cause);
  }
}

/** Longer than a timer of Node's can wait (2^31 - 1 ms): Connect's would go off at once. No call takes that long anyway. */
const FAR_TIMEOUT = {
  "connect-timeout-ms": /^[1-9]\d{9}$/,
  "grpc-timeout": /^[1-9](?:\d{2,7}H|\d{4,7}M|\d{6,7}S)$/,
};

function dropFarTimeouts(header: Headers): void {
  for (const [name, isFar] of Object.entries(FAR_TIMEOUT)) {
    if (isFar.test(header.get(name) ?? "")) header.delete(name);
  }
}

/** An error that the app takes for its caller's. */
function refusal(statusCode: number, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { statusCode });
}

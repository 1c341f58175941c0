// What a call takes from the HTTP request that it comes by.
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { REQUEST_ID_HEADER } from "../../request-id.ts";

/** Aborted when the caller leaves before the answer is out. */
export function disconnection(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    // Aborting builds a reason and an event, which the many calls that were answered need not pay for.
    if (!reply.raw.writableFinished) controller.abort(new ConnectError("the caller has left", Code.Canceled));
  });
  return controller.signal;
}

/** A plain object: the transport builds its Headers from it once, where Headers would be copied. */
export function callHeaders(request: FastifyRequest, names: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  // Last, as the id that came with the request may be unfit, and the caller is told this one.
  headers[REQUEST_ID_HEADER] = request.id;
  return headers;
}

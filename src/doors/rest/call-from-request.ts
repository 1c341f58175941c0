// What a call takes from the HTTP request that it comes by.
import type { IncomingMessage } from "node:http";
import { Code, ConnectError } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Call, CallerPresence, type CallTrace } from "../../call/call.ts";

export type CallerAddressOf = (request: IncomingMessage) => string;

/** All but the method and its question. */
export function callFromRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  callerAddress: CallerAddressOf,
): Omit<Call, "method" | "question"> {
  const { headers } = request;
  return {
    ...traceOf(request),
    key: headers["x-api-key"] as string | undefined,
    origin: headers.origin,
    address: callerAddress(request.raw),
    presence: presenceBehind(reply),
  };
}

/** The id is the request's own, as what was sent under its name may be unfit, and the caller is told this one. */
export function traceOf({ headers, id }: FastifyRequest): CallTrace {
  const { traceparent, tracestate } = headers as Readonly<Record<string, string | undefined>>;
  return { traceparent, tracestate, requestId: id };
}

/** Gone when the caller leaves before the answer is out. */
function presenceBehind({ raw }: FastifyReply): CallerPresence {
  const presence = new CallerPresence();
  raw.once("close", () => {
    if (!raw.writableFinished) presence.leave(new ConnectError("the caller has left", Code.Canceled));
  });
  return presence;
}

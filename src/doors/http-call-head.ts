// What a call takes from the HTTP request that it comes by.
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { CallHead, CallTrace } from "../call/call.ts";

export type CallerAddressOf = (request: IncomingMessage) => string;

export function callHeadOf(request: FastifyRequest, callerAddress: CallerAddressOf): CallHead {
  const { headers, raw } = request;
  return {
    ...traceOf(request),
    key: headers["x-api-key"] as string | undefined,
    origin: headers.origin,
    address: callerAddress(raw),
  };
}

/** The id is the request's own, as what was sent under its name may be unfit, and the caller is told this one. */
export function traceOf({ headers, id }: FastifyRequest): CallTrace {
  const { traceparent, tracestate } = headers as Readonly<Record<string, string | undefined>>;
  return { traceparent, tracestate, requestId: id };
}

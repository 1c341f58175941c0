// What a call takes from the HTTP request that it comes by.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { CallerClaim, CallHead, CallTrace } from "../call/call.ts";

export type CallerAddressOf = (request: IncomingMessage) => string;

export function callHeadOf(request: FastifyRequest, callerAddress: CallerAddressOf): CallHead {
  const { headers, raw } = request;
  return {
    ...traceOf(request),
    ...keysOf(headers),
    origin: headers.origin,
    address: callerAddress(raw),
  };
}

const BEARER = /^Bearer +(\S+)$/i;
const LIKE_A_KEY = /^w[sp]k_/;

/**
 * The key in X-API-Key, or as the token of a bearer (RFC 6750), which is all that many clients can send. A token that is
 * none of our keys, beside one that is, belongs to whoever stands before this service.
 */
export function keysOf(headers: IncomingHttpHeaders): Pick<CallerClaim, "key" | "otherKey"> {
  const key = headers["x-api-key"] as string | undefined;
  const { authorization } = headers;
  if (authorization === undefined) return { key };
  const token = BEARER.exec(authorization)?.[1];
  if (key === undefined || key === "") return { key: token };
  return token === undefined || token === key || !LIKE_A_KEY.test(token) ? { key } : { key, otherKey: token };
}

/** The id is the request's own, as what was sent under its name may be unfit, and the caller is told this one. */
export function traceOf({ headers, id }: FastifyRequest): CallTrace {
  const { traceparent, tracestate } = headers as Readonly<Record<string, string | undefined>>;
  return { traceparent, tracestate, requestId: id };
}

import type { FastifyReply, FastifyRequest } from "fastify";
import { isNamed } from "./headers.ts";

export interface Representation {
  readonly body: string | Uint8Array;
  readonly type: string;
  /** Undefined if it cannot be cached. */
  readonly etag: string | undefined;
  /** Undefined if it is not compressed. */
  readonly coding?: string | undefined;
}

/** The body, or 304 if the caller has it already. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, etag, coding }: Representation,
): FastifyReply {
  if (etag !== undefined) reply.header("etag", etag);
  const isCached = etag !== undefined && isNamed(etag, request.headers["if-none-match"]);
  if (isCached) reply.code(304);
  // For a HEAD, Fastify takes the length from the body. A 304 must have the length of the 200 (RFC 9110 8.6), so Fastify gets
  // the body, which it does not send. It also gets the body's type; otherwise it would say text/plain.
  if (isCached && request.method !== "HEAD") return reply.send();
  if (coding !== undefined) reply.header("content-encoding", coding);
  return reply.header("content-type", type).send(body);
}

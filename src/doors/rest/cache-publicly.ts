// What caches between us and a caller may do with an answer, decided here for all that the HTTP port serves.
import type { FastifyReply } from "fastify";
import { API_KEY_HEADER } from "./api-key-header.ts";

/**
 * Of every answer from the moment its request has come in, so that whoever forgets to think of it shares nothing: nobody
 * caches it, and if the call says otherwise, whoever caches it caches it for one key.
 */
export const UNSHARED = { "cache-control": "no-store", vary: API_KEY_HEADER };

/** For what is the same for everybody; `how` as in `max-age=60`. What depends on the origin still says so. */
export function cachePublicly(reply: FastifyReply, how: string): FastifyReply {
  const others = String(reply.getHeader("vary"))
    .split(", ")
    .filter((name) => name !== API_KEY_HEADER);
  if (others.length > 0) reply.header("vary", others.join(", "));
  else reply.removeHeader("vary");
  return reply.header("cache-control", `public, ${how}`);
}

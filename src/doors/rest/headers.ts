// The headers that whatever is served at the HTTP port reads or writes alike.
import { crc32 } from "node:zlib";
import type { FastifyReply } from "fastify";
import { REQUEST_ID_HEADER } from "../../request-id.ts";

/** Where the key is expected: the doors, CORS, the challenge of a 401 and OpenAPI name it alike. */
export const API_KEY_HEADER = "X-API-Key";

/** The WWW-Authenticate of every 401: both ways to send a key, as RFC 9110 section 11.6.1 wants them. */
export const API_KEY_CHALLENGE = `ApiKey realm="api", header="${API_KEY_HEADER}", Bearer realm="api"`;

/** What an answer to a call with a key depends on. */
const KEY_HEADERS = [API_KEY_HEADER, "Authorization"];

/**
 * Of every answer from the moment its request has come in, so that whoever forgets to think of it shares nothing: nobody
 * caches it, and if the call says otherwise, whoever caches it caches it for one key.
 */
export const UNSHARED = { "cache-control": "no-store", vary: KEY_HEADERS.join(", ") };

/** For what is the same for everybody; `how` as in `max-age=60`. What depends on the origin still says so. */
export function cachePublicly(reply: FastifyReply, how: string): FastifyReply {
  const others = String(reply.getHeader("vary"))
    .split(", ")
    .filter((name) => !KEY_HEADERS.includes(name));
  if (others.length > 0) reply.header("vary", others.join(", "));
  else reply.removeHeader("vary");
  return reply.header("cache-control", `public, ${how}`);
}

/**
 * A validator of the bytes alone, so that every replica says the same of the same answer, also over a restart. Weak (RFC 9110
 * section 8.8.1), as one in four thousand million changes that keep the length keeps the checksum too. A hash that cannot
 * collide was a fifth of what a week costs.
 */
export function etagOf(body: string | Buffer): string {
  return `W/"${crc32(body).toString(36)}-${body.length.toString(36)}"`;
}

/** Whether an If-None-Match header names the body that the tag is of, comparing weakly. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  // A list of tags, each perhaps with W/ before it. No tag has a quote inside, and ours nothing but letters, digits and -, so
  // it stands in the list exactly where it stands in the text.
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag.slice("W/".length));
}

// Body and connection headers are this server's to say (RFC 9110 section 7.6.1), and so are CORS and the request id.
const KEPT_BACK = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "etag",
  "keep-alive",
  "server",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "vary",
  "www-authenticate",
  REQUEST_ID_HEADER,
]);

/** What of a call's headers goes to an HTTP caller; gRPC's own fields and binary ones, which a core may send, do not. */
export function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!KEPT_BACK.has(name) && !name.startsWith("grpc-") && !name.endsWith("-bin")) sent[name] = value;
  }
  return sent;
}

const JSON_TYPES = ["application/problem+json", "application/json", "application/*", "*/*"];

/**
 * Whether an Accept header wants HTML rather than JSON, as those of browsers that open a page do. Of both alike, or of
 * `*` alone, JSON is the answer: that is what programs send that have not thought of it.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map((accept ?? "").split(",").map(weighed));
  const json = JSON_TYPES.map((type) => weights.get(type)).find((weight) => weight !== undefined) ?? 0;
  return (weights.get("text/html") ?? 0) > json;
}

/** `application/xml;q=0.9` is `application/xml` at 0.9. */
function weighed(range: string): readonly [type: string, weight: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return [type, Number.isNaN(weight) ? 0 : weight];
}

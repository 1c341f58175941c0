// Headers of everything at the HTTP port.
import { crc32 } from "node:zlib";
import type { FastifyReply } from "fastify";
import { REQUEST_ID_HEADER } from "../http/request-id.ts";

/** The key's header, as named by the doors, CORS, the challenge of a 401 and OpenAPI. */
export const API_KEY_HEADER = "X-API-Key";

/** The WWW-Authenticate of a 401, unless the port has another, with both ways to send a key (RFC 9110 section 11.6.1). */
export const API_KEY_CHALLENGE = `ApiKey realm="api", header="${API_KEY_HEADER}", Bearer realm="api"`;

/** The headers that an answer to a call with a key depends on. */
const KEY_HEADERS = [API_KEY_HEADER, "Authorization"];

/**
 * Set on every answer from the start, so that no cache shares it by mistake: it is not cached by default, and if the call
 * allows caching, only for one key.
 */
export const UNSHARED = { "cache-control": "no-store", vary: KEY_HEADERS.join(", ") };

/** For answers that are the same for everybody; `how` as in `max-age=60`. The answer may still depend on the origin. */
export function cachePublicly(reply: FastifyReply, how: string): FastifyReply {
  const others = String(reply.getHeader("vary"))
    .split(", ")
    .filter((name) => !KEY_HEADERS.includes(name));
  if (others.length > 0) reply.header("vary", others.join(", "));
  else reply.removeHeader("vary");
  return reply.header("cache-control", `public, ${how}`);
}

/**
 * An ETag from the bytes alone, so that every replica agrees, also after a restart. It is weak (RFC 9110 section 8.8.1),
 * because one change in 4.3 billion that keeps the length also keeps the checksum. A collision-free hash was a fifth of the
 * cost of answering with a week's forecast.
 */
export function etagOf(body: string | Buffer): string {
  return `W/"${crc32(body).toString(36)}-${body.length.toString(36)}"`;
}

/** Whether If-None-Match contains the tag or is `*`, by weak comparison. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  // The header is a list of tags, perhaps with W/. No tag contains a quote, and ours contain only letters, digits and -, so
  // the header can be searched as text.
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag.slice(etag.indexOf('"')));
}

// This server sets these headers itself: those of the body and of the connection (RFC 9110 section 7.6.1), `vary`, the
// challenge of a 401 and the request id.
const SET_BY_SERVER = new Set([
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

/** Whether a call's header goes to an HTTP caller: not gRPC's own, and no binary ones, which a core may send. */
export function isSendable(name: string): boolean {
  return !SET_BY_SERVER.has(name) && !name.startsWith("grpc-") && !name.endsWith("-bin");
}

/** Sets the headers of a call one by one: every answer has some, and lists of them would take half a kilobyte. */
export function setHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
  for (const name in headers) if (isSendable(name)) reply.header(name, headers[name]);
  return reply;
}

const JSON_TYPES = ["application/problem+json", "application/json", "application/*", "*/*"];

/**
 * Whether an Accept header prefers HTML to JSON, as browsers do when they open a page. If it prefers neither, as with any type,
 * the answer is JSON: programs send such headers.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const weights = weightsOf(accept ?? "");
  const json = JSON_TYPES.map((type) => weights.get(type)).find((weight) => weight !== undefined) ?? 0;
  return (weights.get("text/html") ?? 0) > json;
}

/** The weights of what a header such as Accept lists, by its names in lower case. */
export function weightsOf(list: string): ReadonlyMap<string, number> {
  return new Map(list.split(",").map(weighed));
}

/** RFC 9110, section 12.4.2. */
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** `application/xml;q=0.9` is `application/xml` with weight 0.9. What has any other weight is not wanted. */
function weighed(item: string): readonly [name: string, weight: number] {
  const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  return [name, QVALUE.test(weight) ? Number(weight) : 0];
}

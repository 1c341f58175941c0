// CORS: which pages of other origins may read answers (https://fetch.spec.whatwg.org/#http-cors-protocol).
import type { IncomingHttpHeaders } from "node:http";
import { cors as connectCors } from "@connectrpc/connect";
import type { FastifyReply, FastifyRequest } from "fastify";
import { OWN_PAGE } from "../../call/call.ts";
import { isLikeKey, isLikeSecretKey, keysOf } from "../http/call-head.ts";
import { API_KEY_HEADER } from "./headers.ts";

export interface CrossOriginOptions {
  /** Origins whose pages may read everything, `*` for all; others may only read what their keys are told. */
  readonly corsOrigins: readonly string[];
  /** Request headers that pages may send besides those of the doors. */
  readonly pageHeaders?: readonly string[];
  /** Headers of answers that pages may read besides those of the doors. */
  readonly exposedHeaders?: readonly string[];
  /** The key of the service's own pages. It needs no Origin header if the browser says that the page is one of these. */
  readonly demoKey?: string | undefined;
}

// How long a browser may cache a preflight: Chromium's maximum.
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

// Headers that scripts may read.
const EXPOSED_HEADERS = [
  // Shows how old an answer from the browser's cache is.
  "Date",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "ETag",
  "X-Request-Id",
  ...connectCors.exposedHeaders,
];

const ALLOWED_HEADERS = [
  API_KEY_HEADER,
  "Authorization",
  "If-None-Match",
  "X-Request-Id",
  "traceparent",
  ...connectCors.allowedHeaders,
];

/**
 * Answers preflights, and sets on every other answer which pages may read it. The returned function returns whether it has
 * answered the request.
 */
export function createCrossOrigin(options: CrossOriginOptions) {
  const { corsOrigins, demoKey, pageHeaders = [], exposedHeaders = [] } = options;
  const exposed = [...EXPOSED_HEADERS, ...exposedHeaders].join(", ");
  const isForAll = corsOrigins.includes("*");
  const listed = new Set(corsOrigins);
  // A preflight carries no key, so any page gets an answer. It reveals nothing, and the call itself needs a key, which no
  // browser adds by itself.
  const preflightHeaders = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, POST",
    "access-control-allow-headers": [...ALLOWED_HEADERS, ...pageHeaders].join(", "),
    "access-control-max-age": PREFLIGHT_MAX_AGE_SECONDS,
  };

  return ({ method, headers }: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = headers;
    if (method === "OPTIONS" && origin !== undefined && "access-control-request-method" in headers) {
      reply.code(204).headers(preflightHeaders).send();
      return true;
    }
    const { key = "" } = keysOf(headers);
    if (origin === OWN_PAGE) {
      delete headers.origin;
    } else if (isOwnPage(headers)) {
      const isFree = origin === undefined ? key === demoKey : isLikeSecretKey(key) && !listed.has(origin);
      if (isFree) headers.origin = OWN_PAGE;
    }
    if (origin !== undefined && isLikeKey(key)) {
      // Whether the key may be used in this page is checked later; if not, the page may read the refusal.
      mayRead(dependOnOrigin(reply), origin, exposed);
    } else if (isForAll) {
      mayRead(reply, "*", exposed);
    } else if (listed.size > 0) {
      dependOnOrigin(reply);
      if (origin !== undefined && listed.has(origin)) mayRead(reply, origin, exposed);
    }
    return false;
  };
}

/**
 * Whether a page of this service calls. Browsers send Sec-Fetch-Site over TLS and to localhost; elsewhere the page's origin
 * has the host of the request.
 */
function isOwnPage({ origin, host, "sec-fetch-site": site }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site === "same-origin";
  return origin !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

function mayRead(reply: FastifyReply, origin: string, exposed: string): void {
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": exposed,
  });
}

function dependOnOrigin(reply: FastifyReply): FastifyReply {
  return reply.header("vary", `${String(reply.getHeader("vary"))}, Origin`);
}

// Which pages of other origins may read what the HTTP port answers (https://fetch.spec.whatwg.org/#http-cors-protocol).
import { cors as connectCors } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OWN_PAGE } from "../../call/call.ts";
import { keysOf } from "../http-call-head.ts";
import { API_KEY_HEADER } from "./headers.ts";

export interface CrossOriginOptions {
  /** Origins whose pages may read every answer, `*` for all; others read those to their publishable keys alone. */
  readonly corsOrigins: readonly string[];
  /** Whether a text is meant to be a publishable key, good or not; no text is where there are none. */
  readonly isPublishableKey?: (key: string) => boolean;
  /** What the service's own pages ask with: good without an origin, where the browser says that it is one of them. */
  readonly demoKey?: string | undefined;
}

// How long a browser may cache a preflight: the longest that Chromium honours.
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

// What scripts in a browser may read of an answer, besides what Connect and gRPC-Web need.
const EXPOSED_HEADERS = [
  // By which an answer from a browser's own cache tells how old it is.
  "Date",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "ETag",
  "X-Request-Id",
  "Scoring-Model-Version",
  "Weather-Source",
  ...connectCors.exposedHeaders,
].join(", ");

/**
 * A preflight carries no key, so it cannot tell whose page asks and is answered to any; nothing is read by it, and the call
 * itself needs a key, which no browser adds of its own accord.
 */
const PREFLIGHT_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, POST",
  "access-control-allow-headers": [
    API_KEY_HEADER,
    "Authorization",
    "If-None-Match",
    "X-Request-Id",
    "traceparent",
    ...connectCors.allowedHeaders,
    // Of the Model Context Protocol.
    "Mcp-Protocol-Version",
    "Mcp-Method",
    "Mcp-Name",
  ].join(", "),
  "access-control-max-age": PREFLIGHT_MAX_AGE_SECONDS,
};

/** Answers preflights, and says on every other answer who may read it. */
export function answerCrossOrigin(app: FastifyInstance, options: CrossOriginOptions): void {
  const { corsOrigins, isPublishableKey = () => false, demoKey } = options;
  const isForAll = corsOrigins.includes("*");
  const listed = new Set(corsOrigins);

  app.addHook("onRequest", (request, reply, done) => {
    if (isPreflight(request)) {
      reply.code(204).headers(PREFLIGHT_HEADERS).send();
      return;
    }
    const { headers } = request;
    const { origin } = headers;
    const { key = "" } = keysOf(headers);
    if (origin === OWN_PAGE) {
      delete headers.origin;
    } else if (origin === undefined && key === demoKey && headers["sec-fetch-site"] === "same-origin") {
      headers.origin = OWN_PAGE;
    }
    if (origin !== undefined && isPublishableKey(key)) {
      // Whether the key is good for this origin is found out later. If it is not, the page may read that too.
      mayRead(dependOnOrigin(reply), origin);
    } else if (isForAll) {
      mayRead(reply, "*");
    } else if (listed.size > 0) {
      dependOnOrigin(reply);
      if (origin !== undefined && listed.has(origin)) mayRead(reply, origin);
    }
    done();
  });
}

function mayRead(reply: FastifyReply, origin: string): void {
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED_HEADERS,
  });
}

function dependOnOrigin(reply: FastifyReply): FastifyReply {
  return reply.header("vary", `${String(reply.getHeader("vary"))}, Origin`);
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

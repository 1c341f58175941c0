// The HTTP port: limits, request ids, CORS, and problems for errors before or outside a route.
import { ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fastify } from "fastify";
import { harden } from "../hardening/harden.ts";
import { leavingResponse } from "../hardening/http1/leaving-response.ts";
import type { IsTrusted } from "../hardening/make-room.ts";
import {
  BODY_BYTES_MAX,
  fastifyTimeouts,
  hasOneHost,
  HTTP_TIMEOUTS,
  type HttpTimeouts,
} from "../hardening/http1/request-bounds.ts";
import type { CallTrace } from "../../call/call.ts";
import type { FaultReason } from "../../errors/fault-reasons.ts";
import { requestIdFrom, REQUEST_ID_HEADER } from "../http/request-id.ts";
import { prefersHtml, UNSHARED } from "./headers.ts";
import { createCrossOrigin, type CrossOriginOptions } from "./cross-origin.ts";
import { traceOf } from "../http/call-head.ts";
import { refuseUnreadableRequest } from "./unreadable-request.ts";
import { type Problem, problem, problemFromBug, problemFromConnectError } from "./errors.ts";
import { createRouteTable } from "./route-table.ts";

export interface HttpAppOptions extends Omit<CrossOriginOptions, "corsOrigins"> {
  /** Undefined if pages of other origins have no business here: then preflights are not answered either. */
  readonly corsOrigins: CrossOriginOptions["corsOrigins"] | undefined;
  /** Whether the port speaks TLS; it needs a secure context (`app.server.setSecureContext`) before it listens. */
  readonly isTls?: boolean;
  /** Called with every error that is not a ConnectError, and with its request. The caller learns nothing but the request id. */
  readonly onBug: (error: unknown, call: CallTrace) => void;
  readonly timeouts?: HttpTimeouts;
  readonly connectionsMax?: number;
  readonly unreadBytesMax?: number;
  /** The WWW-Authenticate of every 401; by default it asks for an API key. */
  readonly challenge?: string;
  /** The page for a browser at an unknown path, from the problem's sentence. */
  readonly notFoundPage?: (detail: string) => Pick<Problem, "headers" | "body">;
  /** Called with the number of connections that were closed to make room for others, or were refused. */
  readonly onCrowded?: (connections: number) => void;
  /** Whether the port should get calls. If not, each answer closes its connection. */
  readonly isServing?: () => boolean;
  /** Some connections are reserved for trusted proxies. */
  readonly isTrusted?: IsTrusted | undefined;
}

// The longest sensible URL, with 20 percent-encoded times, has some 1,000 characters.
const URL_CHARS_MAX = 8_192;
const HEADERS_BYTES_MAX = 16_384;

const SERVER = {
  maxHeaderSize: HEADERS_BYTES_MAX,
  // A request without a Host header is refused below, with a problem.
  requireHostHeader: false,
  // Node would drop a second Authorization without a word, and which of two keys counts would depend on their order.
  joinDuplicateHeaders: true,
};

// Longer than the 60 s after which load balancers close idle connections: if the server closed first, a request on its way
// would be lost.
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

// Twice what a busy replica behind a load balancer has open; more would cost memory.
const CONNECTIONS_MAX = 10_000;

/** Doors are mounted on the app before it listens. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { onBug, timeouts = HTTP_TIMEOUTS, notFoundPage, isTls = false, corsOrigins } = options;
  const { isServing = () => true } = options;
  const { http, requestTimeout } = fastifyTimeouts(timeouts);
  const server = { ...http, ...SERVER, ServerResponse: leavingResponse(isServing) };
  const app = fastify({
    logger: false,
    ...(isTls ? { https: { ...server, handshakeTimeout: timeouts.headersMs } } : { http: server }),
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Requests that are already on a connection are answered while the server closes.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestIdFrom(headers[REQUEST_ID_HEADER]),
    // The doors read query strings themselves, and report path variables that are too long.
    routerOptions: { querystringParser: () => ({}), maxParamLength: URL_CHARS_MAX },
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: (_error, request, reply) => {
      // The target may be a whole URL, as sent to proxies, in which other parts can be wrong.
      const isPath = request.raw.url?.startsWith("/") || URL.canParse(request.raw.url ?? "");
      const detail = isPath
        ? "The path is not valid percent-encoded UTF-8."
        : "The request's target is not a valid URL.";
      const init = { reason: "MALFORMED_REQUEST", detail, requestId: request.id } as const;
      // Hooks do not run for a URL that cannot be routed, such as one with too long a variable.
      return send(reply.header(REQUEST_ID_HEADER, request.id), oversized(request) ?? problem(init));
    },
  });
  const { connectionsMax = CONNECTIONS_MAX, unreadBytesMax, onCrowded, isTrusted } = options;
  harden(app.server, { timeouts, connectionsMax, unreadBytesMax, onCrowded, isTrusted });
  // Node would answer an unknown Expect header with a bare 417; RFC 9110 section 10.1.1 allows ignoring it.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const routes = createRouteTable();
  app.addHook("onRoute", (route) => routes.add(route.url, route.method));
  const crossOrigin = corsOrigins && createCrossOrigin({ ...options, corsOrigins });
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id).headers(UNSHARED);
    if (crossOrigin?.(request, reply)) return;
    const refusal =
      oversized(request) ??
      unclearHost(request) ??
      (request.is404 || !routes.hasPath(request) ? routes.refusal(request) : undefined);
    if (refusal === undefined) done();
    else send(reply, asPage(refusal, request, notFoundPage));
  });
  // OPTIONS without a preflight: answers with the allowed methods.
  app.options("*", (request, reply) => {
    const allow = routes.allow(request);
    return allow === undefined
      ? send(reply, routes.refusal(request))
      : reply.code(204).header("allow", allow).send();
  });
  // Doors read bodies themselves; Fastify's parsers would refuse a body before its route is known.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ConnectError)
      return send(reply, problemFromConnectError(error, request.id, options.challenge));
    if (isRefusal(error)) return send(reply, malformed(error.statusCode, request.id));
    onBug(error, traceOf(request));
    return send(reply, problemFromBug(error, request.id));
  });
  return app;
}

function oversized({ raw, id }: FastifyRequest): Problem | undefined {
  if ((raw.url?.length ?? 0) > URL_CHARS_MAX) {
    const detail = `The URL is too long: at most ${URL_CHARS_MAX} characters are read.`;
    return problem({ reason: "URL_TOO_LONG", detail, requestId: id });
  }
  if (Number(raw.headers["content-length"]) > BODY_BYTES_MAX) {
    const detail = `The body is too large: at most ${BODY_BYTES_MAX} bytes are read.`;
    return problem({ reason: "BODY_TOO_LARGE", detail, requestId: id });
  }
  return undefined;
}

function unclearHost({ raw, id }: FastifyRequest): Problem | undefined {
  if (hasOneHost(raw)) return undefined;
  const detail = "The Host header is missing, malformed or repeated.";
  return problem({ reason: "MALFORMED_REQUEST", detail, requestId: id });
}

/** An HTML page for a browser at an unknown path; others get the problem. */
function asPage(
  refusal: Problem,
  { headers }: FastifyRequest,
  notFoundPage: HttpAppOptions["notFoundPage"],
): Problem {
  if (refusal.status !== 404 || notFoundPage === undefined || !prefersHtml(headers.accept)) return refusal;
  const page = notFoundPage(refusal.detail);
  return { ...refusal, body: page.body, headers: { ...refusal.headers, ...page.headers } };
}

/** Refusals by Fastify itself, such as an invalid content type. */
function isRefusal(error: unknown): error is Error & { readonly statusCode: number } {
  if (!(error instanceof Error) || !("statusCode" in error)) return false;
  return typeof error.statusCode === "number" && error.statusCode >= 400 && error.statusCode < 500;
}

const REASON_OF_STATUS: ReadonlyMap<number, FaultReason> = new Map([
  [413, "BODY_TOO_LARGE"],
  [415, "UNSUPPORTED_MEDIA_TYPE"],
]);

/** What /v1 says of its own bodies is in read-body.ts. */
const WRONG_TYPE =
  "This Content-Type is not accepted here. Send application/json or application/proto (Connect), or application/grpc-web or application/grpc-web+proto; gRPC-Web as text is not supported.";

function malformed(status: number, requestId: string): Problem {
  const detail = status === 415 ? WRONG_TYPE : "The request is malformed; check its headers and its body.";
  return problem({ reason: REASON_OF_STATUS.get(status) ?? "MALFORMED_REQUEST", status, detail, requestId });
}

function send(reply: FastifyReply, { status, headers, body }: Problem): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers })
    .send(body);
}

// The HTTP port: limits, request ids, CORS, and problems for everything that goes wrong before or outside a route.
import { ConnectError } from "@connectrpc/connect";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fastify } from "fastify";
import { boundUnread, closeUnread } from "../guard/close-unread.ts";
import { leavingResponse } from "../guard/leaving-response.ts";
import { isQuiet, type IsTrusted, makeRoom } from "../guard/make-room.ts";
import {
  BODY_BYTES_MAX,
  boundPipelined,
  closeUnended,
  fastifyTimeouts,
  hasOneHost,
  HTTP_TIMEOUTS,
  type HttpTimeouts,
} from "../guard/request-bounds.ts";
import type { CallTrace } from "../../call/call.ts";
import type { FaultReason } from "../../fault-reasons.ts";
import { requestIdFrom, REQUEST_ID_HEADER } from "../../request-id.ts";
import { prefersHtml, UNSHARED } from "./headers.ts";
import { answerCrossOrigin, type CrossOriginOptions } from "./cross-origin.ts";
import { traceOf } from "../http-call-head.ts";
import { refuseUnreadableRequest } from "./unreadable-request.ts";
import { type Problem, problem, problemFromBug, problemFromConnectError } from "./problem.ts";
import { type RouteTable, createRouteTable } from "./route-table.ts";

export interface HttpAppOptions extends CrossOriginOptions {
  /**
   * Told of everything thrown that is not a ConnectError, and in which request; the caller hears nothing of it but its id.
   */
  readonly onBug: (error: unknown, call: CallTrace) => void;
  readonly timeouts?: HttpTimeouts;
  readonly connectionsMax?: number;
  readonly unreadBytesMax?: number;
  /** The body and type of what a browser is shown where there is nothing at a path, given the problem's sentence. */
  readonly notFoundPage?: (detail: string) => Pick<Problem, "headers" | "body">;
  /** Told of connections that were closed for others, or refused. */
  readonly onCrowded?: (connections: number) => void;
  /** Whether the port is to get calls. While it is not, each answer closes its connection. */
  readonly isServing?: () => boolean;
  /** Whether an address is a trusted proxy's, for which some connections are kept. */
  readonly isTrusted?: IsTrusted | undefined;
}

// The longest sensible request, 20 percent-encoded times, has some 1,000 characters; messages are no longer.
const URL_CHARS_MAX = 8_192;
const HEADERS_BYTES_MAX = 16_384;

// Longer than the 60 s after which load balancers close idle connections: the side that closes first must not be the
// server, or a request already on its way is lost.
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

// Twice what is open on a busy replica behind a load balancer; more are not held, before they cost memory.
const CONNECTIONS_MAX = 10_000;

// A quarter of the heap that k8s/base has for a sidecar; what honest callers have not read yet is mostly in the kernel.
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

/** Creates the app, ready for doors to be mounted on and to listen. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { onBug, timeouts = HTTP_TIMEOUTS, notFoundPage } = options;
  const { connectionsMax = CONNECTIONS_MAX, unreadBytesMax = UNREAD_BYTES_MAX } = options;
  const { onCrowded = () => undefined, isServing = () => true } = options;
  const { http, requestTimeout } = fastifyTimeouts(timeouts);
  const app = fastify({
    logger: false,
    http: {
      ...http,
      maxHeaderSize: HEADERS_BYTES_MAX,
      // Refused below, where it gets a problem.
      requireHostHeader: false,
      ServerResponse: leavingResponse(isServing),
    },
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // Requests already on a connection are answered while the server closes.
    return503OnClosing: false,
    genReqId: ({ headers }) => requestIdFrom(headers[REQUEST_ID_HEADER]),
    // The doors read query strings themselves.
    routerOptions: { querystringParser: () => ({}) },
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: (_error, request, reply) => {
      // A whole URL, as proxies are sent, can be wrong in other parts.
      const isPath = request.raw.url?.startsWith("/") || URL.canParse(request.raw.url ?? "");
      const detail = isPath
        ? "The path is not valid percent-encoded UTF-8."
        : "The request's target is not a valid URL.";
      const init = { reason: "MALFORMED_REQUEST", detail, requestId: request.id } as const;
      // Hooks do not run for a URL that cannot be routed.
      return send(reply.header(REQUEST_ID_HEADER, request.id), problem(init));
    },
  });
  closeUnread(app.server, timeouts);
  closeUnended(app.server);
  makeRoom(app.server, { connectionsMax, onCrowded, isTrusted: options.isTrusted, quietNow: () => isQuiet });
  boundUnread(app.server, { bytesMax: unreadBytesMax, onCrowded });
  boundPipelined(app.server);
  // Node would refuse an expectation it does not know with a bare 417; RFC 9110 section 10.1.1 lets it be passed over.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  const routes = createRouteTable();
  app.addHook("onRoute", (route) => routes.add(route.url, route.method));
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({ [REQUEST_ID_HEADER]: request.id, ...UNSHARED });
    done();
  });
  answerCrossOrigin(app, options);
  answerOptions(app, routes);
  app.addHook("onRequest", (request, reply, done) => {
    const refusal =
      oversized(request) ??
      unclearHost(request) ??
      (request.is404 || !routes.hasPath(request) ? routes.refusal(request) : undefined);
    if (refusal === undefined) done();
    else send(reply, asPage(refusal, request, notFoundPage));
  });
  // Bodies belong to the doors mounted here; Fastify's own parsers would refuse one before its route is known.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ConnectError) return send(reply, problemFromConnectError(error, request.id));
    if (isRefusal(error)) return send(reply, malformed(error.statusCode, request.id));
    onBug(error, traceOf(request));
    return send(reply, problemFromBug(error, request.id));
  });
  return app;
}

/** OPTIONS that is no preflight: what a path allows. */
function answerOptions(app: FastifyInstance, routes: RouteTable): void {
  app.options("*", (request, reply) => {
    const allow = routes.allow(request);
    return allow === undefined
      ? send(reply, routes.refusal(request))
      : reply.code(204).header("allow", allow).send();
  });
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
  const detail = "The Host header is missing, malformed or there twice.";
  return problem({ reason: "MALFORMED_REQUEST", detail, requestId: id });
}

/** What a browser is shown that opens a page that is not there; whoever else asks gets the problem. */
function asPage(
  refusal: Problem,
  { headers }: FastifyRequest,
  notFoundPage: HttpAppOptions["notFoundPage"],
): Problem {
  if (refusal.status !== 404 || notFoundPage === undefined || !prefersHtml(headers.accept)) return refusal;
  const page = notFoundPage(refusal.detail);
  return { ...refusal, body: page.body, headers: { ...refusal.headers, ...page.headers } };
}

/** What Fastify itself refuses, such as a content type that is none. */
function isRefusal(error: unknown): error is Error & { readonly statusCode: number } {
  if (!(error instanceof Error) || !("statusCode" in error)) return false;
  return typeof error.statusCode === "number" && error.statusCode >= 400 && error.statusCode < 500;
}

const REASON_OF_STATUS: ReadonlyMap<number, FaultReason> = new Map([
  [413, "BODY_TOO_LARGE"],
  [415, "UNSUPPORTED_MEDIA_TYPE"],
]);

function malformed(status: number, requestId: string): Problem {
  const detail = "The request is malformed; check its headers and its body.";
  return problem({ reason: REASON_OF_STATUS.get(status) ?? "MALFORMED_REQUEST", status, detail, requestId });
}

function send(reply: FastifyReply, { status, headers, body }: Problem): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers })
    .send(body);
}

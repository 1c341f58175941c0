// Mounts Connect's handlers as Fastify routes, with Connect's own plugin. By itself the plugin routes every HTTP method to
// the handlers, and answers a bare 405 or 415. If it cannot convert a request, it prints the error and answers an empty
// 200. So the app's own routes and refusals come first.
import { createConnectRouter, type ConnectRouter } from "@connectrpc/connect";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from "fastify";
import { utf8MediaType } from "../http/content-type.ts";

type PluginOptions = Parameters<typeof fastifyConnectPlugin>[1];
type Handler = ConnectRouter["handlers"][number];

/**
 * Adds a route for each RPC method, with the HTTP methods that its handler accepts. Errors that Connect does not answer are
 * left to the app.
 */
export function mountConnectRoutes(
  app: FastifyInstance,
  options: PluginOptions & { readonly routes: (router: ConnectRouter) => void },
): void {
  const router = createConnectRouter(options);
  options.routes(router);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  // In a scope of its own, because the plugin adds parsers for content types.
  app.register((scope, _options, done) => {
    const all = (url: string, _routeOptions: object, answer: RouteHandlerMethod) => {
      const handler = handlers.get(url);
      if (handler !== undefined) addRoute(scope, handler, answer);
    };
    fastifyConnectPlugin(Object.create(scope, { all: { value: all } }) as FastifyInstance, options, done);
  });
}

function addRoute(scope: FastifyInstance, handler: Handler, answer: RouteHandlerMethod): void {
  scope.route({
    method: [...handler.allowedMethods],
    url: handler.requestPath,
    // Connect would refuse a HEAD.
    exposeHeadRoute: false,
    onRequest: (request, _reply, done) => {
      writeUsually(request);
      done();
    },
    preHandler: (request, reply, done) => {
      dropFarTimeouts(request);
      // Connect compresses for clients that accept it, but does not add this header.
      reply.header("vary", `${String(reply.getHeader("vary"))}, Accept-Encoding`);
      // Connect removes its error listener when the response closes. If a caller leaves before pipelined requests are
      // answered, Node emits an error after that, and an error without a listener ends the process.
      request.raw.on("error", () => undefined);
      done(refusalOf(request));
    },
    handler: answer,
  });
}

const CONNECT_TYPE = /^application\/(?:proto|json)$/;
/** The content types of gRPC-Web, without the base64 form, which Connect does not read. */
const GRPC_WEB_TYPE = /^application\/grpc-web(?:\+proto|\+json)?$/;
/** A GET has its encoding as a parameter, and needs no content type. */
const URL_ENCODING = /^(?:proto|json)$/;

/**
 * The refusal for what Connect's plugin would answer badly. The app treats an error with a status below 500 as the caller's
 * fault.
 */
function refusalOf({ raw }: FastifyRequest): Error | undefined {
  const url = URL.parse(raw.url ?? "", `http://${raw.headers.host}`);
  if (url === null) return refusal(400, "the request's target and host do not make a URL");
  const type = raw.headers["content-type"] ?? "";
  const isReadable =
    raw.method === "GET"
      ? URL_ENCODING.test(url.searchParams.get("encoding") ?? "") && (type === "" || CONNECT_TYPE.test(type))
      : CONNECT_TYPE.test(type) || GRPC_WEB_TYPE.test(type);
  return isReadable ? undefined : refusal(415, "neither Connect nor gRPC-Web encodes messages so");
}

function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}

const GZIP = /^(?:x-)?gzip$/i;

/**
 * Connect compares these headers as text, and knows few of the forms that HTTP allows (RFC 9110, sections 8.3.1 and 8.4.1). So
 * they are rewritten: the media type in lower case without parameters, which mean nothing to it, and codings in lower case.
 */
function writeUsually({ raw: { headers } }: FastifyRequest): void {
  const { "content-type": type, "content-encoding": coding } = headers;
  if (type !== undefined) headers["content-type"] = utf8MediaType(type) ?? type;
  if (coding !== undefined) headers["content-encoding"] = GZIP.test(coding) ? "gzip" : coding.toLowerCase();
}

/**
 * Beyond 2^31 - 1 ms, Connect's timer would fire at once. The timeouts that match are at least 4 days; no call takes that
 * long.
 */
const FAR_TIMEOUT = {
  "connect-timeout-ms": /^[1-9]\d{9}$/,
  "grpc-timeout": /^[1-9](?:\d{2,7}H|\d{4,7}M|\d{6,7}S)$/,
};

function dropFarTimeouts({ raw }: FastifyRequest): void {
  for (const [name, isFar] of Object.entries(FAR_TIMEOUT)) {
    if (isFar.test(String(raw.headers[name]))) delete raw.headers[name];
  }
}

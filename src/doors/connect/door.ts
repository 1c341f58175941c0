// Connect and gRPC-Web on the HTTP port. By itself Connect's plugin routes every HTTP method to its handlers, and answers a bare
// 405 or 415. If it cannot convert a request, it prints the error and answers an empty 200. So the app's own routes and
// refusals come first.
import { type DescMethodUnary } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { loadOnce } from "../../lib/load-once.ts";
import { utf8MediaType } from "../http/content-type.ts";
import { unaryMethods } from "../unary-methods.ts";
import type { ConnectCallOptions } from "./call.ts";

/**
 * Adds a route for each method, `/package.Service/Method`, to an app that leaves bodies unread. Errors that Connect does not
 * answer are left to the app. Connect itself takes a quarter of the CPU of a start; the first request loads it.
 */
export function mountBrowserDoor(app: FastifyInstance, options: ConnectCallOptions): void {
  const handlers = loadOnce(async () => (await import("./handlers.ts")).connectHandlers(options));
  for (const method of options.services.flatMap(unaryMethods)) {
    const url = `/${method.parent.typeName}/${method.name}`;
    app.route({
      method: httpMethods(method),
      url,
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
      handler: async function (request, reply) {
        const handler = (await handlers()).get(url);
        if (handler === undefined) throw new Error(`Connect has no handler for ${url}`);
        return handler.call(this, request, reply);
      },
    });
  }
}

/** Connect takes a GET for methods that change nothing. */
function httpMethods({ idempotency }: DescMethodUnary): string[] {
  return idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS ? ["POST", "GET"] : ["POST"];
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
  if (url === null) return refusal(400, "the request's target and host do not form a URL");
  const type = raw.headers["content-type"] ?? "";
  const isReadable =
    raw.method === "GET"
      ? URL_ENCODING.test(url.searchParams.get("encoding") ?? "") && (type === "" || CONNECT_TYPE.test(type))
      : CONNECT_TYPE.test(type) || GRPC_WEB_TYPE.test(type);
  return isReadable ? undefined : refusal(415, "this is not an encoding of Connect or gRPC-Web");
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

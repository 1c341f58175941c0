// Connect's handlers, made by Connect's own plugin.
import type { DescMethod } from "@bufbuild/protobuf";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import { compressionGzip } from "@connectrpc/connect-node";
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import { BODY_BYTES_MAX } from "../hardening/http1/request-bounds.ts";
import { requestBytesMax } from "../request-bytes-max.ts";
import { unaryMethods } from "../unary-methods.ts";
import { JSON_OPTIONS } from "./answer-writer.ts";
import { type ConnectCallOptions, createConnectCalls, handOver } from "./call.ts";

/** JSON, with its field names, may be twice as large as binary. No body may be larger than the port accepts. */
function readMaxBytes(method: DescMethod): number {
  return Math.min(2 * requestBytesMax(method), BODY_BYTES_MAX);
}

/** The handler of each method, by its path. */
export function connectHandlers(options: ConnectCallOptions): ReadonlyMap<string, RouteHandlerMethod> {
  const { contextValues, requestGate, interceptor, withUnreadable } = createConnectCalls(options);
  const handlers = new Map<string, RouteHandlerMethod>();
  // The app has its routes already, and reads no body.
  const app = {
    all: (path: string, _options: object, handler: RouteHandlerMethod) => handlers.set(path, handler),
    addContentTypeParser: () => undefined,
  };
  fastifyConnectPlugin(
    app as unknown as FastifyInstance,
    {
      routes: (router) => {
        for (const method of options.services.flatMap(unaryMethods)) {
          router.rpc(method, handOver, { readMaxBytes: readMaxBytes(method) });
        }
        router.handlers.splice(0, Infinity, ...router.handlers.map(withUnreadable));
      },
      contextValues,
      requestGate,
      interceptors: [interceptor],
      // gRPC itself has its own port, and cannot work over HTTP/1.1.
      grpc: false,
      jsonOptions: JSON_OPTIONS,
      // Connect's Brotli takes a hundred times as long as gzip, in threads that log lines and providers' answers need.
      acceptCompression: [compressionGzip],
    },
    () => undefined,
  );
  return handlers;
}

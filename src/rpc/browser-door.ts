// Connect and gRPC-Web on the HTTP port, as a thin forwarder to the transport that all doors share.
import { create, type DescMethodUnary, type DescService, type Message } from "@bufbuild/protobuf";
import {
  ConnectError,
  createContextKey,
  createContextValues,
  type ConnectRouter,
  type ContextKey,
  type HandlerContext,
  type Transport,
} from "@connectrpc/connect";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import type { FastifyInstance } from "fastify";
import { unaryMethods } from "./unary-methods.ts";

/** The id that the HTTP app has given the request; its answer carries it already. */
const requestId = createContextKey("", { description: "request id" });

const REQUEST_ID_HEADER = "x-request-id";

/** As for gRPC: requests are a few hundred bytes. */
const REQUEST_BYTES_MAX = 64 * 1024;

export interface BrowserDoorOptions {
  readonly transport: Transport;
  readonly services: readonly DescService[];
  /** Request headers that are passed on. */
  readonly headers: readonly string[];
  /** Where the transport looks for the caller's address. */
  readonly peerAddress: ContextKey<string>;
  /**
   * Asked before a message is read, so that an unknown caller is told so whatever the message is: does the call's
   * header name a known caller? It may leave what it found in the context's values.
   */
  readonly isKnownCaller: (context: HandlerContext) => Promise<boolean>;
}

/** Registers every method under `/package.Service/Method`. */
export async function mountBrowserDoor(app: FastifyInstance, options: BrowserDoorOptions): Promise<void> {
  const { transport, services, headers, peerAddress, isKnownCaller } = options;

  const forward = async (method: DescMethodUnary, message: Message, context: HandlerContext) => {
    const { signal, values } = context;
    const header = pickHeaders(context.requestHeader, headers);
    header.set(REQUEST_ID_HEADER, values.get(requestId));
    try {
      const response = await transport.unary(method, signal, context.timeoutMs(), header, message, values);
      response.header.forEach((value, name) => context.responseHeader.set(name, value));
      return response.message;
    } catch (error) {
      if (error instanceof ConnectError) {
        // The app sends it as a header already; gRPC-Web would add it as a trailer, and clients would read both.
        error.metadata.delete(REQUEST_ID_HEADER);
      }
      throw error;
    }
  };

  const routes = (router: ConnectRouter) => {
    for (const method of services.flatMap(unaryMethods)) {
      router.rpc(method, (message, context) => forward(method, message, context));
    }
  };

  /** A call without a known caller takes the ordinary way with an empty message: refused, logged and counted there. */
  const requestGate = async (context: HandlerContext) => {
    if (!(await isKnownCaller(context))) {
      await forward(context.method as DescMethodUnary, create(context.method.input), context);
    }
  };

  await app.register(fastifyConnectPlugin, {
    routes,
    requestGate,
    contextValues: (request) => createContextValues().set(requestId, request.id).set(peerAddress, request.ip),
    // gRPC proper has its own port; over HTTP/1.1 it cannot work.
    grpc: false,
    // As at every door: a misspelt field is refused, and a zero is written.
    jsonOptions: { ignoreUnknownFields: false, alwaysEmitImplicit: true },
    readMaxBytes: REQUEST_BYTES_MAX,
  });
}

function pickHeaders(from: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) {
      picked.set(name, value);
    }
  }
  return picked;
}

// Connect and gRPC-Web on the HTTP port, as a thin forwarder to the transport that all doors share.
import type { IncomingMessage } from "node:http";
import {
  create,
  type DescMethod,
  type DescMethodUnary,
  type DescService,
  type Message,
} from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import {
  Code,
  ConnectError,
  createContextKey,
  createContextValues,
  type ContextKey,
  type HandlerContext,
  type Transport,
} from "@connectrpc/connect";
import type { UniversalHandler, UniversalHandlerFn } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";
import type { FastifyInstance } from "fastify";
import { explained, fault } from "../../fault.ts";
import { REQUEST_ID_HEADER } from "../../request-id.ts";
import { mountConnectRoutes } from "./connect-routes.ts";
import { REQUEST_BYTES_MAX } from "../request-bytes-max.ts";
import { unaryMethods } from "../unary-methods.ts";

/** The id that the HTTP app has given the request; its answer carries it already. */
const requestId = createContextKey("", { description: "request id" });

/** Set once a call is passed on: what goes wrong from then on is not that its message cannot be read. */
const isPassedOn = createContextKey(false, { description: "whether the call was passed on" });

/** Their errors are in the call's context by then, and a deadline that is over does not hide why a call cannot be read. */
const TIMEOUT_HEADERS = ["connect-timeout-ms", "grpc-timeout"];

/** In JSON, with its names, twice what it is in binary. */
const BODY_BYTES_MAX = 2 * REQUEST_BYTES_MAX;

export interface BrowserDoorOptions {
  readonly transport: Transport;
  readonly services: readonly DescService[];
  /** Request headers that are passed on. */
  readonly headers: readonly string[];
  /** Where the transport expects to hear that a message could not be read. */
  readonly unreadable: ContextKey<ConnectError | undefined>;
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  /** Where the transport looks for the caller's address, and who that is. */
  readonly peerAddress: ContextKey<string>;
  readonly callerAddress: (request: IncomingMessage) => string;
  /**
   * Asked before a message is read, so that an unknown caller is told so whatever the message is: does the call's
   * header name a known caller? It may leave what it found in the context's values.
   */
  readonly isKnownCaller: (call: Pick<HandlerContext, "requestHeader" | "values">) => Promise<boolean>;
}

/** Registers every method under `/package.Service/Method`. */
export function mountBrowserDoor(app: FastifyInstance, options: BrowserDoorOptions): void {
  const { transport, services, headers, unreadable, overloadRefusal, isKnownCaller } = options;
  const { peerAddress, callerAddress } = options;

  const forward = async (method: DescMethodUnary, message: Message, context: HandlerContext) => {
    const { signal, values } = context;
    values.set(isPassedOn, true);
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

  const requestGate = async (context: HandlerContext) => {
    const method = context.method as DescMethodUnary;
    const isUnreadable = context.values.get(unreadable) !== undefined;
    const refusal = isUnreadable ? undefined : overloadRefusal(method);
    if (refusal !== undefined) {
      throw await refusal;
    }
    blameCaller(context, method, unreadable);
    // Such a call takes the ordinary way with an empty message: refused, logged and counted there.
    if (isUnreadable || !(await isKnownCaller(context))) {
      await forward(method, create(method.input), context);
    }
    refuseBadBase64(context, method);
  };

  /** What Connect refuses without having passed it on is made once more, for the checks to refuse it in their order. */
  const passOnUnreadable = (handler: UniversalHandler): UniversalHandler => {
    const handleTwice: UniversalHandlerFn = async (request) => {
      const response = await handler(request);
      if (request.contextValues?.get(unreadable) === undefined) return response;
      for (const name of TIMEOUT_HEADERS) request.header.delete(name);
      return handler(request);
    };
    return Object.assign(handleTwice, handler);
  };

  mountConnectRoutes(app, {
    routes: (router) => {
      for (const method of services.flatMap(unaryMethods)) {
        router.rpc(method, (message, context) => forward(method, message, context));
      }
      router.handlers.splice(0, Infinity, ...router.handlers.map(passOnUnreadable));
    },
    requestGate,
    contextValues: (request) =>
      createContextValues().set(requestId, request.id).set(peerAddress, callerAddress(request.raw)),
    // gRPC proper has its own port; over HTTP/1.1 it cannot work.
    grpc: false,
    // As at every door: a misspelt field is refused, and a zero is written.
    jsonOptions: { ignoreUnknownFields: false, alwaysEmitImplicit: true },
    readMaxBytes: BODY_BYTES_MAX,
    // Brotli as Connect has it takes a hundred times as long, in the threads that log lines and providers' answers wait for.
    acceptCompression: [compressionGzip],
  });
}

/**
 * Connect calls it INTERNAL, which would be a 500, when a message cannot be decompressed or decoded; and what JSON.parse
 * says of one may end in half a surrogate pair, which gRPC-Web cannot write down. Connect aborts the call with its error
 * before it writes it, which is the one moment at which that can be put right.
 */
function blameCaller(
  context: HandlerContext & { abort?(reason?: unknown): void },
  method: DescMethodUnary,
  unreadable: ContextKey<ConnectError | undefined>,
): void {
  const { abort, values } = context;
  context.abort = (error) => {
    if (error instanceof ConnectError) {
      const isUnread = !values.get(isPassedOn);
      const told = error.code === Code.Internal && isUnread ? unreadableMessage(method, error) : error;
      // What Connect says of a message that it cannot read helps its caller, but has no reason.
      const { details } = explained(told);
      Object.assign(error, { code: told.code, rawMessage: told.rawMessage.toWellFormed(), details });
      if (isUnread) values.set(unreadable, error);
    }
    abort?.(error);
  };
}

/** Connect takes a message in a URL that is not in base64 for a bug of its own. */
function refuseBadBase64({ requestMethod, url }: HandlerContext, method: DescMethodUnary): void {
  if (requestMethod !== "GET") return;
  const query = new URL(url).searchParams;
  if (query.get("base64") !== "1") return;
  try {
    base64Decode(query.get("message") ?? "");
  } catch (cause) {
    throw unreadableMessage(method, cause);
  }
}

function unreadableMessage({ input }: DescMethodUnary, cause: unknown): ConnectError {
  const sentence = `The request is not a ${input.typeName} message in the encoding and compression that it names.`;
  return fault({ reason: "UNREADABLE_MESSAGE", sentence, cause });
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

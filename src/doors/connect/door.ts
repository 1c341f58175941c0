// Connect and gRPC-Web on the HTTP port: an interceptor of Connect's router makes the call that every door makes.
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
  type ContextValues,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import type { UniversalHandler, UniversalHandlerFn } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";
import type { FastifyInstance } from "fastify";
import {
  type Answer,
  type AnswerCall,
  type Call,
  type CallHead,
  CallerPresence,
  type RefusalOf,
} from "../../call/call.ts";
import { explained, fault } from "../../fault.ts";
import { REQUEST_ID_HEADER } from "../../request-id.ts";
import { type CallerAddressOf, callHeadOf } from "../http-call-head.ts";
import { mountConnectRoutes } from "./connect-routes.ts";
import { REQUEST_BYTES_MAX } from "../request-bytes-max.ts";
import { unaryMethods } from "../unary-methods.ts";

const callHead = createContextKey<CallHead>(
  { key: undefined, origin: undefined, requestId: "", address: "" },
  { description: "what the headers say of the call" },
);

/** Why its message could not be read. */
const unreadable = createContextKey<ConnectError | undefined>(undefined, {
  description: "why the request could not be read",
});

/** How long the caller still waits, in ms; undefined where he does not say. */
const timeLeftMs = createContextKey<() => number | undefined>(() => undefined, {
  description: "how long the caller still waits",
});

/** What the interceptor was answered. */
const answered = createContextKey<Answer | undefined>(undefined, { description: "the answer" });

/** Set once a call is passed on: what goes wrong from then on is not that its message cannot be read. */
const isPassedOn = createContextKey(false, { description: "whether the call was passed on" });

/** Their errors are in the call's context by then, and a deadline that is over does not hide why a call cannot be read. */
const TIMEOUT_HEADERS = ["connect-timeout-ms", "grpc-timeout"];

/** In JSON, with its names, twice what it is in binary. */
const BODY_BYTES_MAX = 2 * REQUEST_BYTES_MAX;

export interface BrowserDoorOptions {
  readonly answerCall: AnswerCall;
  readonly services: readonly DescService[];
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddressOf;
  /** Asked before a message is read, so that an unknown caller is told so whatever the message is. */
  readonly refusalOf: RefusalOf;
}

/** Registers every method under `/package.Service/Method`. */
export function mountBrowserDoor(app: FastifyInstance, options: BrowserDoorOptions): void {
  const { answerCall, services, overloadRefusal, refusalOf, callerAddress } = options;

  const callWith = async (
    call: Pick<Call, "method" | "question" | "refusal">,
    { values, signal }: { readonly values: ContextValues; readonly signal: AbortSignal },
  ): Promise<Answer> => {
    values.set(isPassedOn, true);
    const presence = presenceBehind(signal);
    try {
      const unread = values.get(unreadable);
      const timeoutMs = values.get(timeLeftMs)();
      return await answerCall({ ...values.get(callHead), ...call, unreadable: unread, timeoutMs, presence });
    } catch (error) {
      if (error instanceof ConnectError) {
        // The app sends it as a header already; gRPC-Web would add it as a trailer, and clients would read both.
        error.metadata.delete(REQUEST_ID_HEADER);
      }
      throw error;
    }
  };

  /** The key, the quota and all other checks are those of every door: the implementation only hands over what was answered. */
  const answer: Interceptor = (next) => async (request) => {
    const { method, message, contextValues: values, signal } = request;
    const asked = { method: method as DescMethodUnary, question: message as Message };
    values.set(answered, await callWith(asked, { values, signal }));
    return next(request);
  };

  const requestGate = async (context: HandlerContext) => {
    const method = context.method as DescMethodUnary;
    context.values.set(timeLeftMs, () => context.timeoutMs());
    const isUnreadable = context.values.get(unreadable) !== undefined;
    const overload = isUnreadable ? undefined : overloadRefusal(method);
    if (overload !== undefined) {
      throw await overload;
    }
    blameCaller(context, method);
    const refusal = isUnreadable ? undefined : await refusalOf(context.values.get(callHead));
    // Such a call takes the ordinary way with an empty message: refused, logged and counted there.
    if (isUnreadable || refusal !== undefined) {
      await callWith({ method, question: create(method.input), refusal }, context);
    }
    refuseBadBase64(context, method);
  };

  mountConnectRoutes(app, {
    routes: (router) => {
      for (const method of services.flatMap(unaryMethods)) router.rpc(method, handOver);
      router.handlers.splice(0, Infinity, ...router.handlers.map(passOnUnreadable));
    },
    requestGate,
    interceptors: [answer],
    contextValues: (request) => createContextValues().set(callHead, callHeadOf(request, callerAddress)),
    // gRPC proper has its own port; over HTTP/1.1 it cannot work.
    grpc: false,
    // As at every door: a misspelt field is refused, and a zero is written.
    jsonOptions: { ignoreUnknownFields: false, alwaysEmitImplicit: true },
    readMaxBytes: BODY_BYTES_MAX,
    // Brotli as Connect has it takes a hundred times as long, in the threads that log lines and providers' answers wait for.
    acceptCompression: [compressionGzip],
  });
}

/** What Connect refuses without having passed it on is made once more, for the checks to refuse it in their order. */
function passOnUnreadable(handler: UniversalHandler): UniversalHandler {
  const handleTwice: UniversalHandlerFn = async (request) => {
    const response = await handler(request);
    if (request.contextValues?.get(unreadable) === undefined) return response;
    for (const name of TIMEOUT_HEADERS) request.header.delete(name);
    return handler(request);
  };
  return Object.assign(handleTwice, handler);
}

/**
 * Connect calls it INTERNAL, which would be a 500, when a message cannot be decompressed or decoded; and what JSON.parse
 * says of one may end in half a surrogate pair, which gRPC-Web cannot write down. Connect aborts the call with its error
 * before it writes it, which is the one moment at which that can be put right.
 */
function blameCaller(
  context: HandlerContext & { abort?(reason?: unknown): void },
  method: DescMethodUnary,
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

function handOver(_question: Message, { values, responseHeader }: HandlerContext): Message {
  const answer = values.get(answered);
  if (answer === undefined) throw new Error("a call has not passed the interceptor that answers it");
  for (const [name, value] of Object.entries(answer.headers)) responseHeader.set(name, value);
  return answer.message;
}

function presenceBehind(signal: AbortSignal): CallerPresence {
  const presence = new CallerPresence();
  const leave = () => presence.leave(ConnectError.from(signal.reason, Code.Canceled));
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return presence;
}

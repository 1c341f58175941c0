// Connect and gRPC-Web on the HTTP port: an interceptor of Connect's router turns each request into a Call.
import {
  create,
  type DescMethod,
  type DescMethodUnary,
  type Message,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import {
  Code,
  ConnectError,
  createContextKey,
  createContextValues,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import type { UniversalHandler, UniversalHandlerFn } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type Answer,
  type AnswerCall,
  type AnswerWriter,
  type Call,
  type CallHead,
  CallerPresence,
  type RefusalOf,
} from "../../call/call.ts";
import { explained, fault } from "../../errors/fault.ts";
import { REQUEST_ID_HEADER } from "../http/request-id.ts";
import { type CallerAddressOf, callHeadOf, type HttpDoorOptions } from "../http/call-head.ts";
import { mountConnectRoutes } from "./routes.ts";
import { BODY_BYTES_MAX } from "../hardening/http1/request-bounds.ts";
import { requestBytesMax } from "../request-bytes-max.ts";
import { unaryMethods } from "../unary-methods.ts";

/** What is known of a request while Connect handles it. */
interface Asked {
  readonly head: CallHead;
  readonly isJson: boolean;
  unreadable: ConnectError | undefined;
  /** How long the caller still waits, in ms; undefined if it does not say. */
  timeLeftMs: () => number | undefined;
  /** Set as soon as the call is passed on: later errors do not mean that its message cannot be read. */
  isPassedOn: boolean;
  /** Set by the interceptor. */
  answer: Answer<Message> | undefined;
}

function createAsked(request: FastifyRequest, callerAddress: CallerAddressOf): Asked {
  return {
    head: callHeadOf(request, callerAddress),
    isJson: isJsonRequest(request),
    unreadable: undefined,
    timeLeftMs: () => undefined,
    isPassedOn: false,
    answer: undefined,
  };
}

/** As at every door: an unknown field is refused, and zeros are written. */
const JSON_OPTIONS = { ignoreUnknownFields: false, alwaysEmitImplicit: true };

/**
 * Connect writes an answer only after the call, and takes no bytes. So the answer is first written here, by the functions that
 * Connect calls, and the bytes are dropped: an answer that cannot be written is not counted.
 */
function writerOf({ output }: DescMethodUnary, isJson: boolean): AnswerWriter<Message> {
  return {
    write: ({ message }) => {
      if (isJson) toJsonString(output, message, JSON_OPTIONS);
      else toBinary(output, message);
      return message;
    },
  };
}

/** Set for every request, so it needs no default. */
const askedKey = createContextKey(undefined as unknown as Asked);

/**
 * Removed before an unreadable call is handled again. Its error is in the context, and a deadline that has passed must not
 * hide it.
 */
const TIMEOUT_HEADERS = ["connect-timeout-ms", "grpc-timeout"];

/** JSON, with its field names, may be twice as large as binary. No body may be larger than the port accepts. */
function readMaxBytes(method: DescMethod): number {
  return Math.min(2 * requestBytesMax(method), BODY_BYTES_MAX);
}

export interface BrowserDoorOptions extends HttpDoorOptions {
  readonly answerCall: AnswerCall;
  /** Called before a message is read, so that an unknown caller gets 401 whatever the message is. */
  readonly refusalOf: RefusalOf;
}

/** Registers every method under `/package.Service/Method`. */
export function mountBrowserDoor(app: FastifyInstance, options: BrowserDoorOptions): void {
  const { answerCall, services, overloadRefusal, refusalOf, callerAddress } = options;

  const callWith = async (
    call: Pick<Call, "method" | "question" | "refusal">,
    asked: Asked,
    signal: AbortSignal,
  ): Promise<Answer<Message>> => {
    asked.isPassedOn = true;
    const { head, isJson, unreadable } = asked;
    const writer = writerOf(call.method, isJson);
    const caller = { presence: presenceBehind(signal), timeoutMs: asked.timeLeftMs() };
    try {
      return await answerCall({ ...head, ...call, ...caller, unreadable, writer });
    } catch (error) {
      if (error instanceof ConnectError) {
        // The app sends it as a header already; gRPC-Web would repeat it as a trailer, and clients would read both.
        error.metadata.delete(REQUEST_ID_HEADER);
      }
      throw error;
    }
  };

  /** Makes the call, with the checks of every door. The implementation, `handOver`, only returns the answer. */
  const answer: Interceptor = (next) => async (request) => {
    const { method, message, contextValues, signal } = request;
    const asked = contextValues.get(askedKey);
    const call = { method: method as DescMethodUnary, question: message as Message };
    asked.answer = await callWith(call, asked, signal);
    return next(request);
  };

  const requestGate = async (context: HandlerContext) => {
    const method = context.method as DescMethodUnary;
    const asked = context.values.get(askedKey);
    // Named before it is assigned, like `abortReadably`: see src/observability/trace/linked-context.ts.
    const timeLeftMs = () => context.timeoutMs();
    asked.timeLeftMs = timeLeftMs;
    const isUnreadable = asked.unreadable !== undefined;
    const overload = isUnreadable ? undefined : overloadRefusal(method);
    if (overload !== undefined) throw await overload;
    blameCaller(context, asked, method);
    const refusal = isUnreadable ? undefined : await refusalOf(asked.head, method);
    // An unreadable or refused call is made with an empty message, so that it is refused, logged and counted like any
    // other.
    if (isUnreadable || refusal !== undefined) {
      await callWith({ method, question: create(method.input), refusal }, asked, context.signal);
    }
    refuseBadBase64(context, method);
  };

  mountConnectRoutes(app, {
    routes: (router) => {
      for (const method of services.flatMap(unaryMethods)) {
        router.rpc(method, handOver, { readMaxBytes: readMaxBytes(method) });
      }
      router.handlers.splice(0, Infinity, ...router.handlers.map(passOnUnreadable));
    },
    requestGate,
    interceptors: [answer],
    contextValues: (request) => createContextValues().set(askedKey, createAsked(request, callerAddress)),
    // gRPC itself has its own port, and cannot work over HTTP/1.1.
    grpc: false,
    jsonOptions: JSON_OPTIONS,
    // Connect's Brotli takes a hundred times as long as gzip, in threads that log lines and providers' answers need.
    acceptCompression: [compressionGzip],
  });
}

/**
 * If Connect refused a request before passing it on, handles the request again, as a call that our checks refuse in their
 * order.
 */
function passOnUnreadable(handler: UniversalHandler): UniversalHandler {
  const handleTwice: UniversalHandlerFn = async (request) => {
    const response = await handler(request);
    if (request.contextValues?.get(askedKey).unreadable === undefined) return response;
    for (const name of TIMEOUT_HEADERS) request.header.delete(name);
    return handler(request);
  };
  return Object.assign(handleTwice, handler);
}

/**
 * Corrects Connect's errors about messages. Connect answers INTERNAL (a 500) when a message cannot be decompressed or
 * decoded. And its error may quote half a surrogate pair from JSON.parse, which gRPC-Web cannot encode. Connect aborts the
 * call with the error before it writes the error: only then can the error be changed.
 */
function blameCaller(
  context: HandlerContext & { abort?(reason?: unknown): void },
  asked: Asked,
  method: DescMethodUnary,
): void {
  const { abort } = context;
  const abortReadably = (error: unknown) => {
    if (error instanceof ConnectError) {
      const isUnread = !asked.isPassedOn;
      const told = error.code === Code.Internal && isUnread ? unreadableMessage(method, error) : error;
      // Connect's text about an unreadable message helps the caller, but its error has no reason, so one is added.
      const { details } = explained(told);
      Object.assign(error, { code: told.code, rawMessage: told.rawMessage.toWellFormed(), details });
      if (isUnread) asked.unreadable = error;
    }
    abort?.(error);
  };
  context.abort = abortReadably;
}

/** Connect and gRPC-Web answer in the encoding of the request; a GET has it as a parameter. */
function isJsonRequest({ raw }: FastifyRequest): boolean {
  const encoding =
    raw.method === "GET"
      ? URL.parse(raw.url ?? "", "http://localhost")?.searchParams.get("encoding")
      : raw.headers["content-type"];
  return /json/i.test(encoding ?? "");
}

/** If the message in a URL is not valid base64, Connect would report a bug of its own. */
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
  const { answer } = values.get(askedKey);
  if (answer === undefined) throw new Error("a call has not passed the interceptor that answers it");
  for (const [name, value] of Object.entries(answer.headers)) responseHeader.set(name, value);
  return answer.body;
}

function presenceBehind(signal: AbortSignal): CallerPresence {
  const presence = new CallerPresence();
  const leave = () => presence.leave(ConnectError.from(signal.reason, Code.Canceled));
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  return presence;
}

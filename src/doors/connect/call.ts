// A request to Connect's router as a Call.
import { create, type DescMethodUnary, type Message } from "@bufbuild/protobuf";
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
import type { FastifyRequest } from "fastify";
import type { Answer, AnswerWriter, JsonBody } from "../../call/answer.ts";
import { type AnswerCall, Call, type CallHead, type CallRequest, type RefusalOf } from "../../call/call.ts";
import { type CallerAddressOf, callHeadOf, type HttpDoorOptions } from "../http/call-head.ts";
import { unaryMethods } from "../unary-methods.ts";
import { createAnswerWriter } from "./answer-writer.ts";
import { blameCaller, refuseBadBase64, withError } from "./errors.ts";

/** What is known of a request while Connect handles it. */
interface Handling {
  readonly head: CallHead;
  /** Set if Connect could not read the request. */
  unreadable: ConnectError | undefined;
  /** How long the caller still waits, in ms; undefined if it does not say. */
  timeLeftMs: () => number | undefined;
  /** Set as soon as the call is made: later errors do not mean that its message cannot be read. */
  isMade: boolean;
  /** Set by the interceptor. */
  answer: Answer<Message> | undefined;
}

function createHandling(request: FastifyRequest, callerAddress: CallerAddressOf): Handling {
  return {
    head: callHeadOf(request, callerAddress),
    unreadable: undefined,
    timeLeftMs: () => undefined,
    isMade: false,
    answer: undefined,
  };
}

/** Set for every request, so it needs no default. */
const handlingKey = createContextKey(undefined as unknown as Handling);

export interface ConnectCallOptions extends HttpDoorOptions {
  readonly answerCall: AnswerCall;
  /** Called before a message is read, so that an unknown caller gets 401 whatever the message is. */
  readonly refusalOf: RefusalOf;
  /** What writes a method's answers for /v1. */
  readonly jsonWriterOf: (method: DescMethodUnary) => AnswerWriter<JsonBody>;
}

interface MadeCall {
  readonly request: CallRequest;
  readonly timeoutMs?: number | undefined;
  readonly refusal?: Call["refusal"];
}

/** Returns what makes the calls, with the checks of every door. */
function createMakeCall({ services, jsonWriterOf, answerCall }: ConnectCallOptions) {
  const methods = services.flatMap(unaryMethods);
  const writers = new Map(methods.map((method) => [method, createAnswerWriter(jsonWriterOf(method))]));
  return (
    method: DescMethodUnary,
    handling: Handling,
    made: MadeCall,
    signal: AbortSignal,
  ): Promise<Answer<Message>> => {
    handling.isMade = true;
    const writer = writers.get(method);
    if (writer === undefined) throw new Error(`no answers are written for ${method.name}`);
    const call = new Call({ ...made, method, head: handling.head, writer });
    const giveUp = () => call.giveUp(ConnectError.from(signal.reason, Code.Canceled));
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    return answerCall(call);
  };
}

/** What Connect's router needs to make a call of each request. */
export function createConnectCalls(options: ConnectCallOptions) {
  const { overloadRefusal, refusalOf, callerAddress } = options;
  const make = createMakeCall(options);

  return {
    contextValues: (request: FastifyRequest): ContextValues =>
      createContextValues().set(handlingKey, createHandling(request, callerAddress)),

    /** Runs before Connect reads a request's message. */
    requestGate: async (context: HandlerContext): Promise<void> => {
      const method = context.method as DescMethodUnary;
      const handling = context.values.get(handlingKey);
      const overload = overloadRefusal(method);
      if (overload !== undefined) throw await overload;
      // Named before it is assigned, like `abortReadably`: see src/observability/trace/linked-context.ts.
      const timeLeftMs = () => context.timeoutMs();
      handling.timeLeftMs = timeLeftMs;
      blameCaller(context, method, handling);
      const refusal = await refusalOf(handling.head, method);
      // Made with an empty message, so that it is refused, logged and counted like any other.
      if (refusal !== undefined) {
        const request = { message: create(method.input) };
        await make(method, handling, { request, refusal, timeoutMs: timeLeftMs() }, context.signal);
      }
      refuseBadBase64(context, method);
    },

    /** Runs once the message is read. The implementation, `handOver`, only returns the answer. */
    interceptor: ((next) => async (request) => {
      const handling = request.contextValues.get(handlingKey);
      const method = request.method as DescMethodUnary;
      const made = { request: { message: request.message as Message }, timeoutMs: handling.timeLeftMs() };
      handling.answer = await make(method, handling, made, request.signal);
      return next(request);
    }) satisfies Interceptor,

    /**
     * Makes a call of a request that Connect could not read as well, so that it is refused by our checks in their order.
     * The call has an empty message and no deadline: one that has passed must not hide what is wrong with the message.
     */
    withUnreadable: (handler: UniversalHandler): UniversalHandler => {
      const method = handler.method as DescMethodUnary;
      const handle: UniversalHandlerFn = async (request) => {
        const response = await handler(request);
        const handling = request.contextValues?.get(handlingKey);
        if (handling?.unreadable === undefined) return response;
        try {
          const unread = { message: create(method.input), unreadable: handling.unreadable };
          await make(method, handling, { request: unread }, request.signal);
          return response;
        } catch (error) {
          return withError(response, error);
        }
      };
      return Object.assign(handle, handler);
    },
  };
}

/** The implementation of every method: returns the answer that the interceptor has got. */
export function handOver(_message: Message, { values, responseHeader }: HandlerContext): Message {
  const { answer } = values.get(handlingKey);
  if (answer === undefined) throw new Error("a call has not passed the interceptor that answers it");
  for (const [name, value] of Object.entries(answer.headers)) responseHeader.set(name, value);
  return answer.body;
}

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
import {
  type Answer,
  type AnswerCall,
  type Call,
  type CallHead,
  CallerPresence,
  type RefusalOf,
} from "../../call/call.ts";
import { type CallerAddressOf, callHeadOf, type HttpDoorOptions } from "../http/call-head.ts";
import { isJsonRequest, writerOf } from "./answer-writer.ts";
import { blameCaller, refuseBadBase64, withError } from "./errors.ts";

/** What is known of a request while Connect handles it. */
interface Asked {
  readonly head: CallHead;
  /** Whether the answer is written as JSON. */
  readonly isJson: boolean;
  /** Set if Connect could not read the request. */
  unreadable: ConnectError | undefined;
  /** How long the caller still waits, in ms; undefined if it does not say. */
  timeLeftMs: () => number | undefined;
  /** Set as soon as the call is made: later errors do not mean that its message cannot be read. */
  isMade: boolean;
  /** Set by the interceptor. */
  answer: Answer<Message> | undefined;
}

function createAsked(request: FastifyRequest, callerAddress: CallerAddressOf): Asked {
  return {
    head: callHeadOf(request, callerAddress),
    isJson: isJsonRequest(request),
    unreadable: undefined,
    timeLeftMs: () => undefined,
    isMade: false,
    answer: undefined,
  };
}

/** Set for every request, so it needs no default. */
const askedKey = createContextKey(undefined as unknown as Asked);

export interface ConnectCallOptions extends HttpDoorOptions {
  readonly answerCall: AnswerCall;
  /** Called before a message is read, so that an unknown caller gets 401 whatever the message is. */
  readonly refusalOf: RefusalOf;
}

/** What Connect's router needs to make a call of each request. */
export function createConnectCalls(options: ConnectCallOptions) {
  const { answerCall, overloadRefusal, refusalOf, callerAddress } = options;

  /** Makes the call, with the checks of every door. */
  const make = (
    asked: Asked,
    call: Pick<Call, "method" | "question" | "refusal" | "unreadable" | "timeoutMs">,
    signal: AbortSignal,
  ): Promise<Answer<Message>> => {
    asked.isMade = true;
    const writer = writerOf(call.method, asked.isJson);
    return answerCall({ ...asked.head, ...call, presence: presenceBehind(signal), writer });
  };

  return {
    contextValues: (request: FastifyRequest): ContextValues =>
      createContextValues().set(askedKey, createAsked(request, callerAddress)),

    /** Runs before Connect reads a request's message. */
    requestGate: async (context: HandlerContext): Promise<void> => {
      const method = context.method as DescMethodUnary;
      const asked = context.values.get(askedKey);
      const overload = overloadRefusal(method);
      if (overload !== undefined) throw await overload;
      // Named before it is assigned, like `abortReadably`: see src/observability/trace/linked-context.ts.
      const timeLeftMs = () => context.timeoutMs();
      asked.timeLeftMs = timeLeftMs;
      blameCaller(context, method, asked);
      const refusal = await refusalOf(asked.head, method);
      // Made with an empty message, so that it is refused, logged and counted like any other.
      if (refusal !== undefined) {
        const call = { method, question: create(method.input), refusal, timeoutMs: timeLeftMs() };
        await make(asked, call, context.signal);
      }
      refuseBadBase64(context, method);
    },

    /** Runs once the message is read. The implementation, `handOver`, only returns the answer. */
    interceptor: ((next) => async (request) => {
      const asked = request.contextValues.get(askedKey);
      const method = request.method as DescMethodUnary;
      const call = { method, question: request.message as Message, timeoutMs: asked.timeLeftMs() };
      asked.answer = await make(asked, call, request.signal);
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
        const asked = request.contextValues?.get(askedKey);
        if (asked?.unreadable === undefined) return response;
        try {
          const call = { method, question: create(method.input), unreadable: asked.unreadable };
          await make(asked, call, request.signal);
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
export function handOver(_question: Message, { values, responseHeader }: HandlerContext): Message {
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

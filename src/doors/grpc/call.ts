// One method as a grpc-js method definition and handler.
import { create, fromBinary, type DescMethod, type DescMethodUnary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { handleUnaryCall, Metadata, MethodDefinition, ServerUnaryCall } from "@grpc/grpc-js";
import type { AnswerWriter, JsonBody } from "../../call/answer.ts";
import { type AnswerCall, Call, type CallRequest, type CallTrace } from "../../call/call.ts";
import { systemClock } from "../../lib/time/clock.ts";
import type { CallerAddress } from "../http/caller-address.ts";
import type { IsTrusted } from "../hardening/make-room.ts";
import { explained, fault } from "../../errors/fault.ts";
import { headerValues } from "../../lib/header-values.ts";
import { REQUEST_ID_HEADER, requestIdFrom } from "../http/request-id.ts";
import { createBinaryWriter } from "./answer-writer.ts";
import { hasEnded } from "../hardening/http2/http2-stream.ts";
import { GRPC_JSON_TYPE, headersToMetadata } from "./headers.ts";
import { isReadLate, requestBytesMax, tooLarge } from "../request-bytes-max.ts";
import { connectErrorToStatus } from "./errors.ts";
import { MISREAD_HEADER, misreadFromHeader } from "./misread-header.ts";

export interface GrpcHandlerOptions {
  readonly answerCall: AnswerCall;
  /** For sidecars, which pass the JSON on. Other peers get messages, whatever their `accept` says, as proto/ promises. */
  readonly jsonWriterOf: (method: DescMethodUnary) => AnswerWriter<JsonBody>;
  readonly isTrusted?: IsTrusted | undefined;
  /** Called before anything else is done for a call. Returns the refusal if the process is overloaded. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddress;
  /** Called with every error that is not a ConnectError, which is a bug, and with the head of its call. */
  readonly onBug: (error: unknown, call: CallTrace) => void;
}

/** The bytes of an answer, and the headers that say what they are. */
export interface GrpcBody {
  readonly bytes: Buffer;
  readonly etag?: string | undefined;
  readonly type?: string;
}

const bytes = (buffer: Buffer) => buffer;

/** For the definition of a method whose messages grpc-js passes on as bytes. */
export const AS_BYTES = {
  requestSerialize: bytes,
  requestDeserialize: bytes,
  responseSerialize: bytes,
  responseDeserialize: bytes,
} as const;

/** The handler decodes messages; large ones only after the caller has been checked. */
export function grpcMethodDefinition(method: DescMethodUnary): MethodDefinition<Buffer, Buffer> {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    originalName: method.localName,
    requestStream: false,
    responseStream: false,
    ...AS_BYTES,
  };
}

export function createGrpcHandler(
  method: DescMethodUnary,
  options: GrpcHandlerOptions,
): handleUnaryCall<Buffer, Buffer> {
  const { answerCall, overloadRefusal, onBug, isTrusted } = options;
  const makeCall = createCallMaker(method, options);

  return async (given, callback) => {
    // Such as a call whose message was followed by one that is too long. It must not be counted.
    if (hasEnded(given)) return;
    const refusal = overloadRefusal(method);
    if (refusal !== undefined) {
      callback(connectErrorToStatus(await refusal));
      return;
    }
    const call = makeCall(partsOf(given, isTrusted));
    const giveUp = () => call.giveUp(new ConnectError("The caller gave up.", Code.Canceled));
    // Removed at the end, because grpc-js emits "cancelled" for every closed stream, even after an answer.
    given.once("cancelled", giveUp);
    try {
      const { body, headers } = await answerCall(call);
      const { bytes, etag, type } = body;
      given.sendMetadata(
        headersToMetadata({
          ...headers,
          ...(etag !== undefined && { etag }),
          [REQUEST_ID_HEADER]: call.requestId,
          ...(type !== undefined && { "content-type": type }),
        }),
      );
      callback(null, bytes);
    } catch (error) {
      if (!(error instanceof ConnectError)) onBug(error, call.head);
      const status = connectErrorToStatus(explained(error));
      status.metadata.set(REQUEST_ID_HEADER, call.requestId);
      callback(status);
    } finally {
      given.off("cancelled", giveUp);
    }
  };
}

/** What came with a call, as one of grpc-js or over a sidecar's stream. */
export interface GivenCall {
  /** The header x-api-key. */
  readonly key: string;
  readonly origin: string | undefined;
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  readonly requestId: string | undefined;
  readonly forwardedFor: string | undefined;
  /** The header of MISREAD_HEADER. */
  readonly misread: string | undefined;
  /** The method's request. */
  readonly request: Uint8Array;
  readonly timeoutMs: number | undefined;
  readonly peer: string;
  /** Whether the answer should be in JSON. */
  readonly isForSidecar: boolean;
}

/** Returns what makes a Call of what was given. */
export function createCallMaker(
  method: DescMethodUnary,
  { callerAddress, jsonWriterOf }: Pick<GrpcHandlerOptions, "callerAddress" | "jsonWriterOf">,
) {
  const writer = createWriter(method);
  const jsonWriter = createJsonWriter(jsonWriterOf(method));
  const requestOf = createRequestReader(method);
  return (given: GivenCall): Call<GrpcBody> => {
    const { origin, traceparent, tracestate, timeoutMs } = given;
    const [key, otherKey] = headerValues(given.key);
    const requestId = requestIdFrom(given.requestId);
    const address = callerAddress(given.peer, given.forwardedFor);
    return new Call({
      method,
      head: { key, otherKey, origin, traceparent, tracestate, requestId, address },
      request: requestOf(given.request, misreadFromHeader(given.misread)),
      timeoutMs,
      writer: given.isForSidecar ? jsonWriter : writer,
    });
  };
}

function partsOf(given: ServerUnaryCall<Buffer, Buffer>, isTrusted: IsTrusted | undefined): GivenCall {
  const { metadata } = given;
  const peer = peerOf(given);
  return {
    key: textOf(metadata, "x-api-key") ?? "",
    origin: textOf(metadata, "origin"),
    traceparent: textOf(metadata, "traceparent"),
    tracestate: textOf(metadata, "tracestate"),
    requestId: textOf(metadata, REQUEST_ID_HEADER),
    forwardedFor: forwardedFor(given),
    misread: textOf(metadata, MISREAD_HEADER),
    request: given.request,
    timeoutMs: timeLeftMs(given),
    peer,
    isForSidecar: textOf(metadata, "accept") === GRPC_JSON_TYPE && peer !== "" && isTrusted?.(peer) === true,
  };
}

function createWriter({ output }: DescMethodUnary): AnswerWriter<GrpcBody> {
  const write = createBinaryWriter(output);
  return { write: ({ message }) => ({ bytes: write(message) }) };
}

function createJsonWriter({ write }: AnswerWriter<JsonBody>): AnswerWriter<GrpcBody> {
  return {
    write: (answer, request) => {
      const { json, etag } = write(answer, request);
      return { bytes: Buffer.from(json), etag, type: GRPC_JSON_TYPE };
    },
  };
}

/** Returns what reads requests: at once or, for methods of `isReadLate`, when `read` is called. */
function createRequestReader(method: DescMethodUnary) {
  const bytesMax = requestBytesMax(method);
  const isLate = isReadLate(method);
  return (bytes: Uint8Array, misread: CallRequest["misread"]): CallRequest => {
    const read = () => ({ ...readMessage(method, bytes, bytesMax), misread });
    return isLate ? { message: create(method.input), read: async () => read() } : read();
  };
}

/** The message; or an empty one, with the reason why it cannot be read. */
function readMessage(method: DescMethodUnary, bytes: Uint8Array, bytesMax: number): CallRequest {
  if (bytes.length > bytesMax) return { message: create(method.input), unreadable: tooLarge(bytesMax) };
  try {
    return { message: fromBinary(method.input, bytes) };
  } catch (cause) {
    const sentence = `The request is not a ${method.input.typeName} message in the Protobuf binary format.`;
    const unreadable = fault({ reason: "UNREADABLE_MESSAGE", sentence, cause });
    return { message: create(method.input), unreadable };
  }
}

function textOf(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === "string" ? value : undefined;
}

/** The peer's address; empty if the peer has disconnected or reset its call, because grpc-js then has none. */
export function peerOf(call: { getPeer(): string }): string {
  return PEER.exec(call.getPeer())?.groups?.["host"] ?? "";
}

const PEER = /^(?<host>.*):\d+$/;

function forwardedFor(call: ServerUnaryCall<Buffer, Buffer>): string | undefined {
  const values = call.metadata.get("x-forwarded-for");
  return values.length === 0 ? undefined : values.join(",");
}

/** What is left of the caller's grpc-timeout; undefined without one. */
function timeLeftMs(call: ServerUnaryCall<Buffer, Buffer>): number | undefined {
  const deadline = call.getDeadline();
  const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
  return deadlineMs === Infinity ? undefined : deadlineMs - systemClock.nowMs();
}

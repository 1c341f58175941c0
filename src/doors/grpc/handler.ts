// One method as a grpc-js method definition and handler.
import { create, fromBinary, type DescMethod, type DescMethodUnary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { handleUnaryCall, Metadata, MethodDefinition, ServerUnaryCall } from "@grpc/grpc-js";
import {
  type Answer,
  type AnswerCall,
  type Call,
  CallerPresence,
  type CallTrace,
  type JsonAnswer,
} from "../../call/call.ts";
import { systemClock } from "../../clock.ts";
import type { CallerAddress } from "../guard/caller-address.ts";
import type { IsTrusted } from "../guard/make-room.ts";
import { explained, fault } from "../../fault.ts";
import { REQUEST_ID_HEADER, requestIdFrom } from "../../request-id.ts";
import { createBinaryWriter } from "./binary.ts";
import { GRPC_JSON_TYPE, headersToMetadata } from "./metadata.ts";
import { connectErrorToStatus } from "./status.ts";

export interface GrpcHandlerOptions {
  readonly answerCall: AnswerCall;
  /** For sidecars, which send on what they get. Other peers get messages, whatever they accept: that is what proto/ promises. */
  readonly answerInJson: AnswerCall<JsonAnswer>;
  readonly isTrusted?: IsTrusted | undefined;
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  readonly callerAddress: CallerAddress;
  /** Told of errors that are not ConnectErrors, which are bugs, and of which call. */
  readonly onBug: (error: unknown, call: CallTrace) => void;
}

const bytes = (buffer: Buffer) => buffer;

/** Messages stay bytes inside grpc-js: the handler decodes, so that a caller is known before a message is refused. */
export function grpcMethodDefinition(method: DescMethodUnary): MethodDefinition<Buffer, Buffer> {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    originalName: method.localName,
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  };
}

export function createGrpcHandler(
  method: DescMethodUnary,
  options: GrpcHandlerOptions,
): handleUnaryCall<Buffer, Buffer> {
  const { answerCall, answerInJson, callerAddress, isTrusted, overloadRefusal, onBug } = options;
  const write = createBinaryWriter(method.output);
  // A Unix socket counts as the loopback, and a peer that has gone is nobody.
  const isTrustedPeer = (peer = "127.0.0.1") => peer !== "" && isTrusted?.(peer) === true;
  return async (call, callback) => {
    const refusal = overloadRefusal(method);
    if (refusal !== undefined) {
      callback(connectErrorToStatus(await refusal));
      return;
    }
    const { metadata } = call;
    const peer = peerOf(call);
    const presence = new CallerPresence();
    const giveUp = () => presence.leave(new ConnectError("The caller gave up.", Code.Canceled));
    // To be forgotten at the end: grpc-js says "cancelled" of every call whose stream closes, also of one that was answered.
    call.once("cancelled", giveUp);
    const asked: Call = {
      method,
      ...readMessage(method, call.request),
      key: textOf(metadata, "x-api-key"),
      origin: textOf(metadata, "origin"),
      traceparent: textOf(metadata, "traceparent"),
      tracestate: textOf(metadata, "tracestate"),
      requestId: requestIdFrom(textOf(metadata, REQUEST_ID_HEADER)),
      address: callerAddress(peer, forwardedFor(call)),
      timeoutMs: timeLeftMs(call),
      presence,
    };
    try {
      const isInJson = textOf(metadata, "accept") === GRPC_JSON_TYPE && isTrustedPeer(peer);
      const { headers, body } = isInJson
        ? inJson(await answerInJson(asked))
        : inBinary(write, await answerCall(asked));
      call.sendMetadata(headersToMetadata({ ...headers, [REQUEST_ID_HEADER]: asked.requestId }));
      callback(null, body);
    } catch (error) {
      if (!(error instanceof ConnectError)) onBug(error, asked);
      callback(connectErrorToStatus(explained(error)));
    } finally {
      call.off("cancelled", giveUp);
    }
  };
}

interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function inBinary(write: ReturnType<typeof createBinaryWriter>, { message, headers }: Answer): Reply {
  return { headers, body: write(message) };
}

function inJson({ json, etag, headers }: JsonAnswer): Reply {
  return { headers: { ...headers, etag, "content-type": GRPC_JSON_TYPE }, body: Buffer.from(json) };
}

/** The message, or an empty one with why it cannot be read. */
function readMessage(method: DescMethodUnary, bytes: Buffer): Pick<Call, "question" | "unreadable"> {
  try {
    return { question: fromBinary(method.input, bytes) };
  } catch (cause) {
    const sentence = `The request is not a ${method.input.typeName} message in the Protobuf binary format.`;
    const unreadable = fault({ reason: "UNREADABLE_MESSAGE", sentence, cause });
    return { question: create(method.input), unreadable };
  }
}

function textOf(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === "string" ? value : undefined;
}

/** grpc-js knows no address of a peer on a Unix socket, nor of one that has gone, who is nobody. */
function peerOf(call: ServerUnaryCall<Buffer, Buffer>): string | undefined {
  const { host } = PEER.exec(call.getPeer())?.groups ?? {};
  return host ?? (call.cancelled ? "" : undefined);
}

const PEER = /^(?<host>.*):\d+$/;

function forwardedFor(call: ServerUnaryCall<Buffer, Buffer>): string | undefined {
  const values = call.metadata.get("x-forwarded-for");
  return values.length === 0 ? undefined : values.join(",");
}

/** What the caller's grpc-timeout leaves; undefined where there is none. */
function timeLeftMs(call: ServerUnaryCall<Buffer, Buffer>): number | undefined {
  const deadline = call.getDeadline();
  const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
  return deadlineMs === Infinity ? undefined : deadlineMs - systemClock.nowMs();
}

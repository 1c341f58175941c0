// One Connect method as a grpc-js method definition and handler.
import { create, fromBinary, toBinary, type DescMethod, type DescMethodUnary } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  createContextValues,
  type ContextKey,
  type ContextValues,
  type Transport,
} from "@connectrpc/connect";
import type { handleUnaryCall, MethodDefinition, ServerUnaryCall } from "@grpc/grpc-js";
import { systemClock } from "../../clock.ts";
import type { CallerAddress } from "../guard/caller-address.ts";
import { explained, fault } from "../../fault.ts";
import { pickHeaders, headersToMetadata } from "./metadata.ts";
import { connectErrorToStatus } from "./status.ts";

export interface GrpcHandlerOptions {
  readonly transport: Transport;
  /** Metadata entries that are passed on as headers. */
  readonly headers: readonly string[];
  /** Where the transport expects to hear that a message could not be decoded. */
  readonly unreadable: ContextKey<ConnectError | undefined>;
  /** Asked before anything is done for a call: the error to refuse it with, if there is too much to do. */
  readonly overloadRefusal: (method: DescMethod) => Promise<ConnectError> | undefined;
  /** Where the transport looks for the caller's address, and who that is. */
  readonly peerAddress: ContextKey<string>;
  readonly callerAddress: CallerAddress;
  /** Told of errors that are not ConnectErrors, which are bugs, with what was passed on as headers. */
  readonly onBug: (error: unknown, header: Headers) => void;
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
  { transport, headers, unreadable, peerAddress, callerAddress, overloadRefusal, onBug }: GrpcHandlerOptions,
): handleUnaryCall<Buffer, Buffer> {
  return async (call, callback) => {
    const refusal = overloadRefusal(method);
    if (refusal !== undefined) {
      callback(connectErrorToStatus(await refusal));
      return;
    }
    const values = createContextValues().set(peerAddress, callerAddress(peerOf(call), forwardedFor(call)));
    const message = readMessage(method, call.request, unreadable, values);
    const header = pickHeaders(call.metadata, headers);
    const cancellation = watchCancellation(call);
    try {
      const response = await transport.unary(
        method,
        cancellation.signal,
        timeLeftMs(call),
        header,
        message,
        values,
      );
      call.sendMetadata(headersToMetadata(response.header));
      callback(null, Buffer.from(toBinary(method.output, response.message)));
    } catch (error) {
      if (!(error instanceof ConnectError)) {
        onBug(error, header);
      }
      callback(connectErrorToStatus(explained(error)));
    } finally {
      cancellation.forget();
    }
  };
}

function readMessage(
  method: DescMethodUnary,
  bytes: Buffer,
  unreadable: ContextKey<ConnectError | undefined>,
  values: ContextValues,
) {
  try {
    return fromBinary(method.input, bytes);
  } catch (cause) {
    const sentence = `The request is not a ${method.input.typeName} message in the Protobuf binary format.`;
    values.set(unreadable, fault({ reason: "UNREADABLE_MESSAGE", sentence, cause }));
    return create(method.input);
  }
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

/** To be forgotten at the end: grpc-js says "cancelled" of every call whose stream closes, also of one that was answered. */
function watchCancellation(call: ServerUnaryCall<Buffer, Buffer>) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new ConnectError("The caller gave up.", Code.Canceled));
  call.once("cancelled", giveUp);
  return { signal: controller.signal, forget: () => call.off("cancelled", giveUp) };
}

/** What the caller's grpc-timeout leaves; undefined where there is none. */
function timeLeftMs(call: ServerUnaryCall<Buffer, Buffer>): number | undefined {
  const deadline = call.getDeadline();
  const deadlineMs = deadline instanceof Date ? deadline.getTime() : deadline;
  return deadlineMs === Infinity ? undefined : deadlineMs - systemClock.nowMs();
}

// Errors of Connect and gRPC-Web: Connect's own as callers may read them, and ours in place of them.
import type { DescMethodUnary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import {
  createAsyncIterable,
  encodeEnvelope,
  mergeNonProtocolHeaders,
  type UniversalServerResponse,
} from "@connectrpc/connect/protocol";
import { codeToHttpStatus, errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { setTrailerStatus, trailerFlag, trailerSerialize } from "@connectrpc/connect/protocol-grpc-web";
import { explained, fault } from "../../errors/fault.ts";
import { JSON_OPTIONS } from "./answer-writer.ts";

/**
 * Corrects Connect's errors about messages, and notes that a message is unreadable. Connect answers INTERNAL (a 500) when a
 * message cannot be decompressed or decoded. And its error may quote half a surrogate pair from JSON.parse, which gRPC-Web cannot encode.
 * Connect aborts the call with the error before it writes the error: only then can the error be changed.
 */
export function blameCaller(
  context: HandlerContext & { abort?(reason?: unknown): void },
  method: DescMethodUnary,
  handling: { readonly isMade: boolean; unreadable: ConnectError | undefined },
): void {
  const { abort } = context;
  const abortReadably = (error: unknown) => {
    if (error instanceof ConnectError) {
      const isUnread = !handling.isMade;
      const readable = error.code === Code.Internal && isUnread ? unreadableMessage(method, error) : error;
      // Connect's text about an unreadable message helps the caller, but its error has no reason, so one is added.
      const { details } = explained(readable);
      Object.assign(error, { code: readable.code, rawMessage: readable.rawMessage.toWellFormed(), details });
      if (isUnread) handling.unreadable = error;
    }
    abort?.(error);
  };
  context.abort = abortReadably;
}

/** If the message in a URL is not valid base64, Connect would report a bug of its own. */
export function refuseBadBase64({ requestMethod, url }: HandlerContext, method: DescMethodUnary): void {
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

/** The response to a request that Connect refused, with an error of ours in place of Connect's. */
export function withError(refusal: UniversalServerResponse, thrown: unknown): UniversalServerResponse {
  const error = explained(thrown);
  const type = refusal.header?.get("content-type") ?? "";
  const header = new Headers({ "content-type": type });
  if (type.startsWith("application/grpc-web")) {
    const trailer = trailerSerialize(setTrailerStatus(new Headers(), error));
    return { ...refusal, header, body: createAsyncIterable([encodeEnvelope(trailerFlag, trailer)]) };
  }
  const json = errorToJsonBytes(error, JSON_OPTIONS);
  mergeNonProtocolHeaders(header, error.metadata);
  header.set("content-length", String(json.byteLength));
  return { status: codeToHttpStatus(error.code), header, body: createAsyncIterable([json]) };
}

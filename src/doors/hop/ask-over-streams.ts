// Which calls of a sidecar go over the streams, and what becomes of them there.
import { create, type DescMethod, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { type Call, CallSchema } from "#gen/suitability/internal/v1/calls_pb.ts";
import type { JsonBody, MessageAnswer } from "../../call/answer.ts";
import type { AskCore, CoreCall } from "../../call/ask-core.ts";
import { systemClock } from "../../lib/time/clock.ts";
import { connectErrorFromMessage } from "../grpc/errors.ts";
import { isPrintable } from "../grpc/headers.ts";
import { isReadLate, requestBytesMax } from "../request-bytes-max.ts";
import { LostStream } from "./call-stream.ts";
import type { CoreStreams } from "./core-streams.ts";
import type { ReceivedAnswer } from "./response-bytes.ts";

type AskForJson = AskCore<MessageAnswer | (JsonBody & Pick<MessageAnswer, "headers">)>;

/**
 * Asks over a stream, or alone, as a gRPC call of its own. These go alone: calls of methods whose messages are read late, calls
 * with items that could not be read, messages that are too large, and all calls while no stream is open. A call whose stream was
 * lost is asked once more, alone, if the core cannot have begun it, or if calls of its method are not counted.
 */
export function createAskOverStreams({
  streams,
  askAlone,
  uncounted,
}: {
  readonly streams: Pick<CoreStreams, "choose">;
  readonly askAlone: AskForJson;
  readonly uncounted: ReadonlySet<DescMethod>;
}): AskForJson {
  const factsOf = rememberFacts();
  return (call, options) => {
    const { method, message, misread } = call;
    const { name, bytesMax, isLate } = factsOf(method);
    if (isLate || misread !== undefined) return askAlone(call, options);
    const request = toBinary(method.input, message);
    if (request.length > bytesMax) return askAlone(call, options);
    const stream = streams.choose();
    if (stream === undefined) return askAlone(call, options);
    if (!stream.hasRoom) return Promise.reject(new ConnectError("The streams are full", Code.Unavailable));
    const startedAtMs = systemClock.elapsedMs();
    return stream.ask(callOf(call, { name, request }, options), options).then(answerOf, (error: unknown) => {
      if (!(error instanceof LostStream)) throw error;
      if (error.mayHaveBegun && !uncounted.has(method))
        throw new ConnectError(error.message, Code.Unavailable);
      const timeoutMs = options.timeoutMs - (systemClock.elapsedMs() - startedAtMs);
      return askAlone(call, { ...options, timeoutMs });
    });
  };
}

/** Options of methods take microseconds to look up. */
function rememberFacts() {
  const facts = new Map<DescMethod, { name: string; bytesMax: number; isLate: boolean }>();
  return (method: DescMethod) => {
    const known = facts.get(method);
    if (known !== undefined) return known;
    const name = `${method.parent.typeName}/${method.name}`;
    const found = { name, bytesMax: requestBytesMax(method), isLate: isReadLate(method) };
    facts.set(method, found);
    return found;
  };
}

function callOf(
  { head }: CoreCall,
  { name, request }: { readonly name: string; readonly request: Uint8Array },
  { timeoutMs, traceHeaders }: Parameters<AskCore>[1],
): Call {
  const { origin } = head;
  return create(CallSchema, {
    method: name,
    request,
    // Rounded up: no time at all would be over at once.
    timeoutMs: Math.ceil(timeoutMs),
    key: sendable(head.key),
    requestId: sendable(head.requestId),
    address: sendable(head.address),
    ...(origin !== undefined && isPrintable(origin) && { origin }),
    traceparent: sendable(traceHeaders["traceparent"]),
    tracestate: sendable(traceHeaders["tracestate"]),
  });
}

/** As metadata would carry it. */
function sendable(text: string = ""): string {
  return isPrintable(text) ? text : "";
}

function answerOf({ json, etag, headers, refusal }: ReceivedAnswer) {
  if (refusal !== undefined) throw connectErrorFromMessage(refusal, headers);
  if (etag === "" && headers["cache-control"] !== "no-store")
    throw new ConnectError("an answer in JSON has no ETag", Code.Internal);
  return { json, etag: etag === "" ? undefined : etag, headers };
}

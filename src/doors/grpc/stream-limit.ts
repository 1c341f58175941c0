import type { ServerHttp2Stream } from "node:http2";
import { status, type ServerDuplexStream, type ServerWritableStream } from "@grpc/grpc-js";

/** Anything that answers with more than one message. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the messages are nobody's business here
export type AnsweringStream = ServerWritableStream<any, any> | ServerDuplexStream<any, any>;

export const STREAMS_OF_A_KIND_MAX = 100;

/**
 * Counts streams that strangers may keep open, and refuses those that are too many. Counted for as long as HTTP/2 has
 * them: grpc-js does not say "cancelled" of a call whose time was over before its request was complete.
 */
export function createStreamLimit(max = STREAMS_OF_A_KIND_MAX) {
  let open = 0;
  return (call: AnsweringStream): boolean => {
    const stream = http2StreamOf(call);
    if (stream.destroyed) return false;
    if (open >= max) {
      refuse(call, "Too many such streams are open. Try again later.");
      return false;
    }
    open += 1;
    stream.once("close", () => (open -= 1));
    return true;
  };
}

export function refuse(call: AnsweringStream, details: string): void {
  call.emit("error", { code: status.RESOURCE_EXHAUSTED, details });
}

/** Nothing public leads there. The version of grpc-js is pinned, and no test of these streams passes without the field. */
export function http2StreamOf(call: AnsweringStream): ServerHttp2Stream {
  return (call as unknown as { readonly call: { readonly stream: ServerHttp2Stream } }).call.stream;
}

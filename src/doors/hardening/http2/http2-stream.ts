// The HTTP/2 stream of a grpc-js call. No public API leads there. The version of grpc-js is pinned, and no test of the gRPC
// port passes without these fields.
import { constants, type ServerHttp2Stream } from "node:http2";

interface WithInnerCall {
  readonly call: { readonly stream: ServerHttp2Stream; readonly cancelled: boolean };
}

export function http2StreamOf(call: object): ServerHttp2Stream {
  return (call as WithInnerCall).call.stream;
}

/** Whether grpc-js has ended a call already: it may still hand the call to its handler. */
export function hasEnded(call: object): boolean {
  const { stream, cancelled } = (call as WithInnerCall).call;
  return cancelled || stream.closed || stream.destroyed;
}

/** Closes the stream, and destroys it as well, because the reset itself may wait for a peer that reads nothing. */
export function drop(stream: ServerHttp2Stream): void {
  stream.on("error", () => undefined);
  stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  stream.destroy();
}

// One unary gRPC call over HTTP/2, from being sent to its outcome.
import { constants, type ClientHttp2Stream } from "node:http2";
import { Code, ConnectError } from "@connectrpc/connect";
import { GrpcReplyReader, PREFIX_BYTES, type GrpcReply } from "./reply.ts";

export interface OutgoingCallOptions {
  /** Names and values in turn, as `ClientHttp2Session.request` takes them. */
  readonly header: readonly string[];
  readonly message: Uint8Array;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface StreamEnd {
  /** An HTTP/2 error code; 0 is none. */
  readonly rstCode: number;
  readonly isConnectionLost: boolean;
}

/** What a server's RST_STREAM means to the caller, as far as it is not a defect of one of the two. */
const CODE_BY_RESET: Readonly<Record<number, Code>> = {
  [constants.NGHTTP2_REFUSED_STREAM]: Code.Unavailable,
  // Not "canceled", as in gRPC's table: that would be the caller's doing, who would not be told to try again.
  [constants.NGHTTP2_CANCEL]: Code.Unavailable,
  [constants.NGHTTP2_ENHANCE_YOUR_CALM]: Code.ResourceExhausted,
  [constants.NGHTTP2_INADEQUATE_SECURITY]: Code.PermissionDenied,
};

/** Ends once: with the reply, or with an error, at the latest when its time is up. Then its stream is reset. */
export class OutgoingCall {
  readonly header: readonly string[];
  readonly reply: Promise<GrpcReply>;
  /** Whether a server has refused it before. */
  wasRefused = false;

  readonly #message: Uint8Array;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #resolve: (reply: GrpcReply) => void;
  readonly #reject: (error: ConnectError) => void;
  /** Why, such as a deadline of the caller's, is known here; the core is only told to stop. */
  readonly #giveUp = () => this.fail(ConnectError.from(this.#signal?.reason, Code.Canceled));
  #stream: ClientHttp2Stream | undefined;
  #reader = new GrpcReplyReader();
  #isOver = false;

  constructor({ header, message, timeoutMs, signal }: OutgoingCallOptions) {
    this.header = header;
    this.#message = message;
    this.#signal = signal;
    const { promise, resolve, reject } = Promise.withResolvers<GrpcReply>();
    this.reply = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    const expire = () => this.fail(new ConnectError(`No answer in ${timeoutMs} ms`, Code.DeadlineExceeded));
    this.#timer = setTimeout(expire, Math.max(0, timeoutMs));
    signal?.addEventListener("abort", this.#giveUp);
    if (signal?.aborted === true) this.#giveUp();
    if (timeoutMs <= 0) expire();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** To be called with a stream opened with its header, whose "close" is then told to `takeClose`. */
  sendOver(stream: ClientHttp2Stream): void {
    const reader = new GrpcReplyReader();
    this.#stream = stream;
    this.#reader = reader;
    stream.on("response", (header, flags) => this.#failWith(reader.takeHeader(header, flags)));
    stream.on("data", (chunk: Buffer) => this.#failWith(reader.takeData(chunk)));
    stream.on("trailers", (trailer) => reader.takeTrailer(trailer));
    stream.on("end", () => {
      // Without a status the reset that follows says why.
      if (reader.hasStatus) this.#settle(reader.outcome());
    });
    stream.end(framed(this.#message));
  }

  /** The stream is over; whatever it has not said it will not. */
  takeClose({ rstCode, isConnectionLost }: StreamEnd): void {
    if (this.#isOver) return;
    if (this.#reader.hasStatus) {
      this.#settle(this.#reader.outcome());
    } else if (isConnectionLost) {
      this.#settle(new ConnectError("The connection was lost before the answer", Code.Unavailable));
    } else if (rstCode === constants.NGHTTP2_NO_ERROR) {
      this.#settle(this.#reader.outcome());
    } else {
      const code = CODE_BY_RESET[rstCode] ?? Code.Internal;
      this.#settle(new ConnectError(`The server reset the call with HTTP/2 code ${rstCode}`, code));
    }
  }

  /** Ends it, unless it has ended. */
  fail(error: ConnectError): void {
    if (this.#isOver) return;
    this.#settle(error);
    this.#stream?.close(constants.NGHTTP2_CANCEL);
  }

  #failWith(error: ConnectError | undefined): void {
    if (error !== undefined) this.fail(error);
  }

  #settle(outcome: GrpcReply | ConnectError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#giveUp);
    if (outcome instanceof ConnectError) {
      this.#reject(outcome);
    } else {
      this.#resolve(outcome);
    }
  }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX_BYTES);
  return frame;
}

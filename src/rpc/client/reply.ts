// What comes back on one stream of a unary gRPC call, put together as it arrives
// (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md).
import { constants, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from "node:http2";
import { Code, ConnectError } from "@connectrpc/connect";
import { Metadata } from "@grpc/grpc-js";
import { headersFromHttp2 } from "../metadata.ts";
import { statusToConnectError } from "../status.ts";

/** A whole answer. */
export interface GrpcReply {
  readonly header: Headers;
  readonly message: Uint8Array;
}

/** A flag for compression and the length, before each message. */
export const PREFIX_BYTES = 5;

/** What gRPC clients take unless told otherwise; the longest answer of ours is a hundredth of it. */
export const REPLY_BYTES_MAX = 4 * 1024 * 1024;

type ReceivedHeaders = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md, for answers that are not gRPC's. */
const CODE_BY_HTTP_STATUS: Readonly<Record<number, Code>> = {
  400: Code.Internal,
  401: Code.Unauthenticated,
  403: Code.PermissionDenied,
  404: Code.Unimplemented,
  429: Code.Unavailable,
  502: Code.Unavailable,
  503: Code.Unavailable,
  504: Code.Unavailable,
};

/** What the first two take is told at once if it can only end in an error: the rest need not be waited for. */
export class GrpcReplyReader {
  #header: ReceivedHeaders = {};
  #trailer: IncomingHttpHeaders | undefined;
  readonly #chunks: Buffer[] = [];
  #receivedBytes = 0;
  #expectedBytes: number | undefined;

  takeHeader(header: ReceivedHeaders, flags: number): ConnectError | undefined {
    this.#header = header;
    if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) {
      this.#trailer = header;
      return undefined;
    }
    return header[":status"] === 200 && isGrpc(header) ? undefined : notGrpc(header);
  }

  takeData(chunk: Buffer): ConnectError | undefined {
    this.#chunks.push(chunk);
    this.#receivedBytes += chunk.length;
    if (this.#expectedBytes === undefined && this.#receivedBytes >= PREFIX_BYTES) {
      const prefix = this.#body();
      const messageBytes = prefix.readUInt32BE(1);
      if (prefix[0] !== 0) {
        return broken("is compressed, which was not asked for");
      }
      if (messageBytes > REPLY_BYTES_MAX) {
        return new ConnectError(
          `The answer has ${messageBytes} bytes, more than ${REPLY_BYTES_MAX}`,
          Code.ResourceExhausted,
        );
      }
      this.#expectedBytes = PREFIX_BYTES + messageBytes;
    }
    return this.#receivedBytes > (this.#expectedBytes ?? PREFIX_BYTES)
      ? broken("has more than one message")
      : undefined;
  }

  takeTrailer(trailer: IncomingHttpHeaders): void {
    this.#trailer = trailer;
  }

  /** Whether the server has said how the call ended. */
  get hasStatus(): boolean {
    return this.#trailer !== undefined;
  }

  /** What it all amounts to, once nothing more will come. */
  outcome(): GrpcReply | ConnectError {
    const trailer = this.#trailer;
    const status = trailer?.["grpc-status"];
    if (trailer === undefined || status === undefined) {
      return this.#header === trailer ? notGrpc(trailer) : broken("has no status");
    }
    if (status !== "0") {
      return errorFromTrailer(Number(status), trailer);
    }
    if (this.#receivedBytes !== this.#expectedBytes) {
      return broken("has no whole message");
    }
    return { header: headersFromHttp2(this.#header), message: this.#body().subarray(PREFIX_BYTES) };
  }

  #body(): Buffer {
    const [first] = this.#chunks;
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }
}

function isGrpc(header: IncomingHttpHeaders): boolean {
  return header["content-type"]?.startsWith("application/grpc") === true;
}

function notGrpc(header: ReceivedHeaders): ConnectError {
  const status = header[":status"] ?? 0;
  return new ConnectError(
    `The answer is not gRPC: HTTP status ${status}, ${header["content-type"] ?? "no content type"}`,
    CODE_BY_HTTP_STATUS[status] ?? Code.Unknown,
  );
}

function broken(how: string): ConnectError {
  return new ConnectError(`The answer ${how}`, Code.Internal);
}

function errorFromTrailer(status: number, trailer: IncomingHttpHeaders): ConnectError {
  const code = Code[status] === undefined ? Code.Unknown : status;
  try {
    const metadata = Metadata.fromHttp2Headers(trailer);
    return statusToConnectError({
      code,
      details: percentDecoded(String(trailer["grpc-message"] ?? "")),
      metadata,
    });
  } catch (cause) {
    return new ConnectError(
      "The answer has a status with unreadable details",
      code,
      undefined,
      undefined,
      cause,
    );
  }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The specification wants what cannot be decoded rather than nothing.
    return text;
  }
}

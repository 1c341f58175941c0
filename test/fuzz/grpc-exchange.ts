// gRPC calls over Node's own HTTP/2 client, which sends what no gRPC library would.
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";

export interface GrpcRequest {
  /** With pseudo-headers. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
  /** Whether the caller waits for the answer, or resets the stream at once. */
  readonly ending: "end" | "reset";
}

export interface GrpcReply {
  readonly httpStatus: number;
  /** Undefined if the stream ended without one. */
  readonly grpcStatus: string | undefined;
  /** The code of RST_STREAM; 0 if there was none. */
  readonly resetCode: number;
  /** Percent-decoded. */
  readonly grpcMessage: string;
  /** Headers and trailers, as text. */
  readonly headers: string;
}

/** No call takes longer, whatever it asks for. */
const ANSWER_WITHIN_MS = 10_000;

/** Sends the requests together on a new connection. The reply to a request that its caller reset is undefined. */
export async function exchangeGrpc(
  port: number,
  requests: readonly GrpcRequest[],
): Promise<(GrpcReply | Error | undefined)[]> {
  // In MB. Two messages that are too large would reach the client's default limit.
  const connection = connect(`http://127.0.0.1:${port}`, { maxSessionMemory: 100 });
  const broken = Promise.withResolvers<Error>();
  connection.on("error", broken.resolve);
  const replies = await Promise.all(
    requests.map((request) => Promise.race([exchange(connection, request), broken.promise])),
  );
  connection.destroy();
  return replies;
}

function exchange(
  connection: ClientHttp2Session,
  { headers, body, ending }: GrpcRequest,
): Promise<GrpcReply | Error | undefined> {
  return new Promise((resolve) => {
    const stream = connection.request(headers, { endStream: false });
    const received: IncomingHttpHeaders[] = [];
    const keep = (block: IncomingHttpHeaders) => void received.push(block);
    stream.setTimeout(ANSWER_WITHIN_MS, () => {
      const asked = `${JSON.stringify(headers)} and ${body.length} bytes, ${ending}`;
      resolve(new Error(`no answer within ${ANSWER_WITHIN_MS} ms to ${asked}`));
    });
    stream.on("response", keep);
    stream.on("trailers", keep);
    // "close" reports resets too.
    stream.on("error", () => undefined);
    stream.on("close", () => resolve(ending === "reset" ? undefined : reply(received, stream.rstCode ?? 0)));
    stream.resume();
    stream.write(body);
    if (ending === "end") stream.end();
    else stream.close(constants.NGHTTP2_CANCEL);
  });
}

function reply(blocks: readonly IncomingHttpHeaders[], resetCode: number): GrpcReply {
  const all: IncomingHttpHeaders = Object.assign({}, ...blocks);
  const message = all["grpc-message"];
  const details = all["grpc-status-details-bin"];
  return {
    resetCode,
    httpStatus: Number(all[":status"]),
    grpcStatus: all["grpc-status"] as string | undefined,
    grpcMessage: typeof message === "string" ? decoded(message) : "",
    headers: `${JSON.stringify(all)} ${typeof details === "string" ? Buffer.from(details, "base64").toString() : ""}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

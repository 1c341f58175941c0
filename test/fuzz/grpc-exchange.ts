// gRPC calls over Node's own HTTP/2 client, which sends what no gRPC library would; and what is wrong with their answers.
import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import { leaksIn, type Complaint, type Tally } from "./fuzz-runs.ts";

export interface GrpcRequest {
  /** With pseudo-headers. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
  /** Whether the caller waits for the answer, or resets the stream at once. */
  readonly ending: "end" | "reset";
}

export interface GrpcReply {
  readonly httpStatus: number;
  /** Undefined where the stream ended without one. */
  readonly grpcStatus: string | undefined;
  /** Of RST_STREAM; 0 where there was none. */
  readonly resetCode: number;
  /** Percent-decoded. */
  readonly grpcMessage: string;
  /** Headers and trailers, as text. */
  readonly headers: string;
}

/** No call takes longer, whatever it asks for. */
const ANSWER_WITHIN_MS = 10_000;

/** Sends them together on a connection of their own; undefined for those that were reset. */
export async function exchangeGrpc(
  port: number,
  requests: readonly GrpcRequest[],
): Promise<(GrpcReply | Error | undefined)[]> {
  // In MB: the client's own limit is reached by two messages that are too large.
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
    stream.setTimeout(ANSWER_WITHIN_MS, () => resolve(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)));
    stream.on("response", keep);
    stream.on("trailers", keep);
    // Resets are told of in "close" too.
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

/** RFC 9113 section 8.1.1: what is malformed as HTTP, such as a content-length that is none, is reset. */
const PROTOCOL_ERROR = 1;

const DEADLINE_EXCEEDED = "4";
const INTERNAL = "13";
const UNAVAILABLE = "14";

/** OK, INVALID_ARGUMENT, NOT_FOUND (of the health service), PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNIMPLEMENTED, UNAUTHENTICATED. */
const ALLOWED = new Set(["0", "3", "5", "7", "8", "12", "16"]);

/**
 * What gRPC itself calls INTERNAL, in every implementation, though the caller is at fault: bytes that cannot be
 * decompressed (https://github.com/grpc/grpc/blob/master/doc/statuscodes.md), and a grpc-timeout that is none.
 */
const INTERNAL_OF_GRPC =
  /^(?:Failed to decompress message$|Invalid grpc-timeout value |Error deserializing request$)/;

/** Every promise that the answers to these requests break; one that was reset gets none. */
export function complaintsAboutGrpc(
  requests: readonly GrpcRequest[],
  replies: readonly (GrpcReply | Error | undefined)[],
  tally: Pick<Tally, "add">,
): readonly Complaint[] {
  return requests.flatMap((request, i) => {
    const reply = replies[i];
    const { body, ...head } = request;
    const about = `${JSON.stringify(head)} ${Buffer.from(body.subarray(0, 200)).toString("base64")}`;
    if (reply instanceof Error) return { promise: String(reply), about };
    tally.add(reply === undefined ? "reset" : (reply.grpcStatus ?? `HTTP ${reply.httpStatus}`));
    return reply === undefined
      ? []
      : brokenPromises(request, reply).map((promise) => ({
          promise,
          about: `${about}\n→ ${JSON.stringify(reply)}`,
        }));
  });
}

function brokenPromises({ headers, body }: GrpcRequest, reply: GrpcReply): readonly string[] {
  const sent = `${JSON.stringify(headers)} ${Buffer.from(body).toString()}`;
  const leaks = leaksIn(`${reply.grpcMessage}\n${reply.headers}`, sent).map(
    (leak) => `it leaks ${JSON.stringify(leak)}`,
  );
  return isAllowed(headers, reply)
    ? leaks
    : [
        ...leaks,
        `it ends with ${reply.httpStatus}, grpc-status ${reply.grpcStatus}, reset ${reply.resetCode}`,
      ];
}

function isAllowed(
  headers: GrpcRequest["headers"],
  { httpStatus, resetCode, grpcStatus, grpcMessage, headers: replyHeaders }: GrpcReply,
): boolean {
  switch (grpcStatus) {
    case undefined:
      // https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md: another content type is refused in HTTP.
      return httpStatus === 415 || httpStatus === 431 || resetCode === PROTOCOL_ERROR;
    case DEADLINE_EXCEEDED:
      return headers["grpc-timeout"] !== undefined;
    case UNAVAILABLE:
      // Deliberate where it says when to try again: a busy machine.
      return replyHeaders.includes("google.rpc.RetryInfo");
    case INTERNAL:
      return INTERNAL_OF_GRPC.test(grpcMessage);
    default:
      return ALLOWED.has(grpcStatus);
  }
}

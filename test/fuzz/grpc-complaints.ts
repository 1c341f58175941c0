// What is wrong with an answer over gRPC, whatever the call was.
import { leaksIn, type Complaint, type Tally } from "./fuzz-runs.ts";
import type { GrpcReply, GrpcRequest } from "./grpc-exchange.ts";

/** RFC 9113 section 8.1.1: a request that is malformed as HTTP, such as by its content-length, is reset. */
const PROTOCOL_ERROR = 1;

/** For a second compressed message of a call. Clients read it as RESOURCE_EXHAUSTED (gRPC's PROTOCOL-HTTP2.md). */
const ENHANCE_YOUR_CALM = 11;

const DEADLINE_EXCEEDED = "4";
const INTERNAL = "13";
const UNAVAILABLE = "14";

/** OK, INVALID_ARGUMENT, NOT_FOUND (of the health service), PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNIMPLEMENTED, UNAUTHENTICATED. */
const ALLOWED = new Set(["0", "3", "5", "7", "8", "12", "16"]);

/**
 * What gRPC itself calls INTERNAL, in every implementation, though the caller is at fault: bytes that cannot be
 * decompressed (https://github.com/grpc/grpc/blob/master/doc/statuscodes.md), and a malformed grpc-timeout.
 */
const INTERNAL_OF_GRPC =
  /^(?:Failed to decompress message$|Invalid grpc-timeout value |Error deserializing request$)/;

/** Every promise that the answers to these requests break. A request that its caller reset has no answer. */
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
      // https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md: another content type gets an HTTP error.
      return (
        httpStatus === 415 ||
        httpStatus === 431 ||
        resetCode === PROTOCOL_ERROR ||
        (resetCode === ENHANCE_YOUR_CALM && headers["grpc-encoding"] !== undefined)
      );
    case DEADLINE_EXCEEDED:
      return headers["grpc-timeout"] !== undefined;
    case UNAVAILABLE:
      // Deliberate if it says when to try again: the machine is busy.
      return replyHeaders.includes("google.rpc.RetryInfo");
    case INTERNAL:
      return INTERNAL_OF_GRPC.test(grpcMessage);
    default:
      return ALLOWED.has(grpcStatus);
  }
}

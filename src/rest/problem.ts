// Errors as RFC 9457 problems: the one place where a gRPC code becomes an HTTP status.
import { STATUS_CODES } from "node:http";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { codeName, type FieldViolation } from "../fault.ts";
import { API_KEY_CHALLENGE } from "./api-key-header.ts";
import { sendableHeaders } from "./sendable-headers.ts";

/** A response, ready to be sent. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProblemInit {
  readonly status: number;
  readonly code: Code;
  /** Sent as it is: a sentence that tells the caller what to change. */
  readonly detail: string;
  readonly requestId: string;
  readonly violations?: readonly FieldViolation[];
  readonly headers?: Readonly<Record<string, string>>;
}

const OURS = "Something went wrong here, not in your request; quote the request_id when you report it.";

// What is said where the error's own sentence is not known to be public. 499 is nginx's "client closed request".
const BY_CODE: Readonly<Record<Code, readonly [status: number, sentence: string]>> = {
  [Code.Canceled]: [499, "The call was given up before it was answered."],
  [Code.Unknown]: [500, OURS],
  [Code.InvalidArgument]: [400, "The request is not valid; /openapi.json describes what is."],
  [Code.DeadlineExceeded]: [504, "The answer took too long; try again."],
  [Code.NotFound]: [404, "There is no such thing."],
  [Code.AlreadyExists]: [409, "There is such a thing already."],
  [Code.PermissionDenied]: [403, "This key may not make this call."],
  [Code.ResourceExhausted]: [429, "There were too many calls; try again later."],
  [Code.FailedPrecondition]: [400, "The request cannot be answered in the present state."],
  [Code.Aborted]: [409, "The call collided with another; try again."],
  [Code.OutOfRange]: [400, "The request asks for something out of range."],
  [Code.Unimplemented]: [404, "There is no such operation; /openapi.json lists those there are."],
  [Code.Internal]: [500, OURS],
  [Code.Unavailable]: [503, "The service cannot answer at the moment; try again shortly."],
  [Code.DataLoss]: [500, OURS],
  [Code.Unauthenticated]: [401, "Send a valid key with the call."],
};

// For refusals that do not say themselves when trying again makes sense: long enough to let a moment's load pass.
const RETRY_AFTER_SECONDS_DEFAULT = 5;

/** Builds a problem of the HTTP door's own. */
export function problem(init: ProblemInit): Problem {
  const { status, detail, violations = [], headers = {} } = init;
  const body = JSON.stringify({
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Client Closed Request",
    status,
    detail,
    code: codeName(init.code),
    ...(violations.length > 0 && { violations }),
    request_id: init.requestId,
  });
  return {
    status,
    headers: { ...headers, "content-type": "application/problem+json", "cache-control": "no-store" },
    body,
  };
}

/**
 * The problem a call ended in. The error's own sentence is sent only when an ErrorInfo came with it, as with every
 * fault: the messages of gRPC clients, servers and proxies carry addresses and internals, and have none.
 */
export function problemFromConnectError(error: ConnectError, requestId: string): Problem {
  const [status, sentence] = BY_CODE[error.code];
  const isPublic = error.findDetails(ErrorInfoSchema).length > 0;
  const violations = error.findDetails(BadRequestSchema).flatMap((detail) => detail.fieldViolations);
  const headers = sendableHeaders(error.metadata);
  if (status === 401) headers["www-authenticate"] = API_KEY_CHALLENGE;
  if (status === 429 || status === 503) headers["retry-after"] = String(retryAfterSeconds(error));
  return problem({
    status,
    code: error.code,
    detail: isPublic ? error.rawMessage : sentence,
    requestId,
    violations: violations.map(({ field, description }) => ({ field, description })),
    headers,
  });
}

/** The problem of anything else that is thrown: a bug, of which nothing is sent. */
export function problemFromBug(requestId: string): Problem {
  return problem({ status: 500, code: Code.Internal, detail: OURS, requestId });
}

function retryAfterSeconds(error: ConnectError): number {
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  if (delay === undefined) return RETRY_AFTER_SECONDS_DEFAULT;
  return Number(delay.seconds) + (delay.nanos > 0 ? 1 : 0);
}

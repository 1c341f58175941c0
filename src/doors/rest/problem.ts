// Errors as RFC 9457 problems: the one place where a gRPC code becomes an HTTP status.
import { STATUS_CODES } from "node:http";
import { Code, type ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { FAULT_REASONS, type FaultReason, type FaultReasonRow } from "../../fault-reasons.ts";
import { codeName, explained, reasonOf } from "../../fault.ts";
import { API_KEY_CHALLENGE, sendable } from "./headers.ts";

/** A response, ready to be sent. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The sentence that is in the body. */
  readonly detail: string;
}

export interface ProblemInit {
  readonly reason: FaultReason;
  /** Where it is another than the reason's. */
  readonly status?: number;
  /** Sent as it is: a sentence that tells the caller what to change. */
  readonly detail: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

// 499 is nginx's "client closed request".
const STATUS_OF_CODE: Readonly<Record<Code, number>> = {
  [Code.Canceled]: 499,
  [Code.Unknown]: 500,
  [Code.InvalidArgument]: 400,
  [Code.DeadlineExceeded]: 504,
  [Code.NotFound]: 404,
  [Code.AlreadyExists]: 409,
  [Code.PermissionDenied]: 403,
  [Code.ResourceExhausted]: 429,
  [Code.FailedPrecondition]: 400,
  [Code.Aborted]: 409,
  [Code.OutOfRange]: 400,
  [Code.Unimplemented]: 404,
  [Code.Internal]: 500,
  [Code.Unavailable]: 503,
  [Code.DataLoss]: 500,
  [Code.Unauthenticated]: 401,
};

// For refusals that do not say themselves when trying again makes sense: long enough to let a moment's load pass.
const RETRY_AFTER_SECONDS_DEFAULT = 5;

/** The HTTP status of a reason. */
export function statusOf({ code, httpStatus }: Pick<FaultReasonRow, "code" | "httpStatus">): number {
  return httpStatus ?? STATUS_OF_CODE[code];
}

const ROWS: ReadonlyMap<string, FaultReasonRow> = new Map(Object.entries(FAULT_REASONS));

/** Builds a problem of the HTTP door's own. */
export function problem({ reason, requestId, detail, status, headers = {} }: ProblemInit): Problem {
  const row = FAULT_REASONS[reason];
  return written({ status: status ?? statusOf(row), code: row.code, reason, detail, requestId, headers });
}

/** The problem a call ended in: the error's own, where it has a reason, as every fault has. */
export function problemFromConnectError(thrown: ConnectError, requestId: string): Problem {
  const error = explained(thrown);
  const reason = reasonOf(error);
  const status = statusOf({ ...ROWS.get(reason ?? ""), code: error.code });
  const violations = error.findDetails(BadRequestSchema).flatMap((detail) => detail.fieldViolations);
  const headers = sendable(Object.fromEntries(error.metadata));
  if (status === 401) headers["www-authenticate"] = API_KEY_CHALLENGE;
  if (status === 429 || status === 503) headers["retry-after"] = String(retryAfterSeconds(error));
  return written({
    status,
    code: error.code,
    reason,
    detail: error.rawMessage,
    violations: violations.map(({ field, description, reason }) => ({ field, description, reason })),
    requestId,
    headers,
  });
}

/** The problem of anything else that is thrown: a bug, of which nothing is sent. */
export function problemFromBug(bug: unknown, requestId: string): Problem {
  return problemFromConnectError(explained(bug), requestId);
}

function written(fault: {
  readonly status: number;
  readonly code: Code;
  readonly reason: string | undefined;
  readonly detail: string;
  readonly violations?: readonly object[];
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
}): Problem {
  const { status, code, reason, detail, violations = [], requestId, headers } = fault;
  const body = JSON.stringify({
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Client Closed Request",
    status,
    detail,
    code: codeName(code),
    reason,
    ...(violations.length > 0 && { violations }),
    request_id: requestId,
  });
  return {
    status,
    headers: { ...headers, "content-type": "application/problem+json", "cache-control": "no-store" },
    body,
    detail,
  };
}

function retryAfterSeconds(error: ConnectError): number {
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  if (delay === undefined) return RETRY_AFTER_SECONDS_DEFAULT;
  return Number(delay.seconds) + (delay.nanos > 0 ? 1 : 0);
}

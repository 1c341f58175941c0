// Errors as RFC 9457 problems.
import { STATUS_CODES } from "../../lib/node-http.ts";
import type { ConnectError } from "@connectrpc/connect";
import { ErrorInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { ALL_REASONS, type FaultReason, type FaultReasonRow } from "../../errors/fault-reasons.ts";
import { codeName, detailOf, explained } from "../../errors/fault.ts";
import { problemMembers, type ProblemMembers, statusOf } from "../../errors/problem.ts";
import { API_KEY_CHALLENGE, isSendable } from "./headers.ts";

/** A response, ready to be sent. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The sentence in the body. */
  readonly detail: string;
}

export interface ProblemInit {
  readonly reason: FaultReason;
  /** Set if it differs from the status of the reason. */
  readonly status?: number;
  /** Sent as it is: a sentence that tells the caller what to change. */
  readonly detail: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Builds a problem of the HTTP door itself. */
export function problem({ reason, requestId, detail, status, headers = {} }: ProblemInit): Problem {
  const row: FaultReasonRow = ALL_REASONS[reason];
  const members = { code: codeName(row.code), reason, detail };
  return written({ ...members, status: status ?? statusOf(row), requestId, headers });
}

/**
 * The problem for a call's error. An error without a reason gets the reason and sentence of its code. `challenge` is the
 * WWW-Authenticate of a 401.
 */
export function problemFromConnectError(
  thrown: ConnectError,
  requestId: string,
  challenge = API_KEY_CHALLENGE,
): Problem {
  const error = explained(thrown);
  const { retryAfterSeconds, ...members } = problemMembers(error);
  const headers: Record<string, string> = {};
  for (const [name, value] of error.metadata) if (isSendable(name)) headers[name] = value;
  if (members.status === 401) {
    headers["www-authenticate"] = challenge;
  }
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  const metadata = detailOf(error, ErrorInfoSchema)?.metadata;
  return written({ ...members, metadata, requestId, headers });
}

/** The problem for anything else that is thrown: a bug, whose details are not sent. */
export function problemFromBug(bug: unknown, requestId: string): Problem {
  return problemFromConnectError(explained(bug), requestId);
}

function written(
  fault: Pick<ProblemMembers, "status" | "code" | "reason" | "detail"> & {
    readonly violations?: readonly object[];
    readonly metadata?: Readonly<Record<string, string>> | undefined;
    readonly requestId: string;
    readonly headers: Readonly<Record<string, string>>;
  },
): Problem {
  const { status, code, reason, detail, violations = [], metadata = {}, requestId, headers } = fault;
  const body = JSON.stringify({
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Client Closed Request",
    status,
    detail,
    code,
    reason,
    ...(violations.length > 0 && { violations }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    request_id: requestId,
  });
  return {
    status,
    headers: { ...headers, "content-type": "application/problem+json", "cache-control": "no-store" },
    body,
    detail,
  };
}

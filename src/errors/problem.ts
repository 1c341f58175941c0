// The fields of an error in JSON. Only here does a gRPC code become an HTTP status.
import { Code, type ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, RetryInfoSchema } from "#gen/google/rpc/error_details_pb.ts";
import { ALL_REASONS, type FaultReasonRow } from "./fault-reasons.ts";
import { codeName, detailOf, explained, reasonOf } from "./fault.ts";

export interface ProblemMembers {
  readonly status: number;
  /** The gRPC code in snake_case. */
  readonly code: string;
  readonly reason: string;
  readonly detail: string;
  readonly violations: readonly {
    readonly field: string;
    readonly description: string;
    readonly reason: string;
  }[];
  /** Only for 429 and 503: when to try again. */
  readonly retryAfterSeconds: number | undefined;
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

// For refusals without a retry time of their own: long enough for a short peak of load to pass.
const RETRY_AFTER_SECONDS_DEFAULT = 5;

export function statusOf({ code, httpStatus }: Pick<FaultReasonRow, "code" | "httpStatus">): number {
  return httpStatus ?? STATUS_OF_CODE[code];
}

const ROWS: ReadonlyMap<string, FaultReasonRow> = new Map(Object.entries(ALL_REASONS));

export function problemMembers(thrown: ConnectError): ProblemMembers {
  const error = explained(thrown);
  const reason = reasonOf(error) ?? "";
  const status = statusOf({ ...ROWS.get(reason), code: error.code });
  const { fieldViolations = [] } = detailOf(error, BadRequestSchema) ?? {};
  return {
    status,
    code: codeName(error.code),
    reason,
    detail: error.rawMessage,
    violations: fieldViolations.map(({ field = "", description = "", reason: why = "" }) => ({
      field,
      description,
      reason: why,
    })),
    retryAfterSeconds: status === 429 || status === 503 ? retryAfterSeconds(error) : undefined,
  };
}

function retryAfterSeconds(error: ConnectError): number {
  const delay = detailOf(error, RetryInfoSchema)?.retryDelay;
  if (delay === undefined) return RETRY_AFTER_SECONDS_DEFAULT;
  const { seconds = 0n, nanos = 0 } = delay;
  return Number(seconds) + (nanos > 0 ? 1 : 0);
}

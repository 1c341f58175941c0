// The one kind of error that crosses a door: a gRPC code, a public sentence, google.rpc details, a private cause.
import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  QuotaFailureSchema,
  RetryInfoSchema,
} from "#gen/google/rpc/error_details_pb.ts";

/** The parameter at fault, as the request spells it, and what to change. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

export interface FaultInit {
  readonly code: Code;
  /** Tells the caller what to change; it is sent as it is, so nothing internal may be in it. */
  readonly sentence: string;
  /** The cause for a program, in UPPER_SNAKE_CASE (ErrorInfo.reason). */
  readonly reason: string;
  readonly violations?: readonly FieldViolation[];
  /** When the call may be tried again: RetryInfo, and Retry-After over HTTP. */
  readonly retryAfterSeconds?: number;
  /** Which quota is used up (QuotaFailure): what it is counted on, and what can be done. */
  readonly quota?: { readonly subject: string; readonly description: string };
  /** Never sent. */
  readonly cause?: unknown;
}

/** Builds an error that may be shown to callers. */
export function fault(init: FaultInit): ConnectError {
  const error = new ConnectError(init.sentence, init.code, undefined, undefined, init.cause);
  error.details.push({ desc: ErrorInfoSchema, value: { reason: init.reason, domain: "suitability" } });
  if (init.violations !== undefined && init.violations.length > 0) {
    error.details.push({ desc: BadRequestSchema, value: { fieldViolations: [...init.violations] } });
  }
  if (init.quota !== undefined) {
    error.details.push({ desc: QuotaFailureSchema, value: { violations: [init.quota] } });
  }
  if (init.retryAfterSeconds !== undefined) {
    const retryDelay = { seconds: BigInt(init.retryAfterSeconds), nanos: 0 };
    error.details.push({ desc: RetryInfoSchema, value: { retryDelay } });
  }
  return error;
}

/** INVALID_ARGUMENT whose sentence lists every parameter at fault. */
export function invalidArgument(violations: readonly FieldViolation[]): ConnectError {
  const sentence = violations.map(({ field, description }) => `${field} ${description}`).join(" ");
  return fault({ code: Code.InvalidArgument, sentence, reason: "INVALID_PARAMETER", violations });
}

const CODE_NAMES = new Map(
  Object.entries(Code)
    .filter((entry): entry is [string, Code] => typeof entry[1] === "number")
    .map(([name, code]) => [code, name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()]),
);

/** A gRPC code as it stands in problem bodies, metrics and logs: `resource_exhausted`. */
export function codeName(code: Code): string {
  return CODE_NAMES.get(code) ?? "unknown";
}

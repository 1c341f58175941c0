// The one kind of error that crosses a door: a gRPC code, a public sentence, google.rpc details, a private cause.
import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  QuotaFailureSchema,
  RetryInfoSchema,
} from "#gen/google/rpc/error_details_pb.ts";
import {
  FAULT_REASONS,
  type FaultReason,
  type FaultReasonRow,
  type ViolationReason,
} from "./fault-reasons.ts";

/** The parameter at fault, as the request spells it, and what to change. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  /** INVALID_PARAMETER where nothing else is said. */
  readonly reason?: ViolationReason;
  /** The parameter that was meant, where it is another: that it is missing is the same mistake. */
  readonly meant?: string;
}

export interface FaultInit {
  /** Tells the caller what to change; it is sent as it is, so nothing internal may be in it. */
  readonly sentence: string;
  /** The cause for a program (ErrorInfo.reason); the code follows from it. */
  readonly reason: FaultReason;
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
  const { code } = FAULT_REASONS[init.reason];
  const error = new ConnectError(init.sentence, code, undefined, undefined, init.cause);
  error.details.push({ desc: ErrorInfoSchema, value: { reason: init.reason, domain: "suitability" } });
  if (init.violations !== undefined && init.violations.length > 0) {
    const fieldViolations = init.violations.map(({ field, description, reason = UNSPECIFIC }) => ({
      field,
      description,
      reason,
    }));
    error.details.push({ desc: BadRequestSchema, value: { fieldViolations } });
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

/** A fault in the words of the table, where there is nothing more to say. */
export function plainFault(reason: FaultReason, cause?: unknown): ConnectError {
  const { meaning, remedy }: FaultReasonRow = FAULT_REASONS[reason];
  return fault({ reason, sentence: `${meaning} ${remedy}`, cause });
}

const UNSPECIFIC = "INVALID_PARAMETER";

/** How many of the parameters at fault a refusal tells: enough to repair a request by. 4 kB of empty items are 2,000 of them. */
export const VIOLATIONS_MAX = 20;

/**
 * INVALID_ARGUMENT whose sentence lists the parameters at fault, the first twenty of them. Its reason is theirs where they have
 * the same one.
 */
export function invalidArgument(all: readonly FieldViolation[]): ConnectError {
  const violations = all.slice(0, VIOLATIONS_MAX);
  const sentence = violations.map(({ field, description }) => `${field} ${description}`).join(" ");
  const [reason = UNSPECIFIC, ...others] = new Set(
    violations.map((violation) => violation.reason ?? UNSPECIFIC),
  );
  return fault({ reason: others.length === 0 ? reason : UNSPECIFIC, sentence, violations });
}

/** What is wrong with parameters, where it is this that an error says. */
export function violationsOf(error: unknown): readonly FieldViolation[] {
  if (!(error instanceof ConnectError) || error.code !== Code.InvalidArgument) return [];
  const told = error.findDetails(BadRequestSchema).flatMap(({ fieldViolations }) => fieldViolations);
  return told.map(({ field, description, reason }) => ({
    field,
    description,
    reason: reason as ViolationReason,
  }));
}

/** Whether something is wrong with a parameter already: `slots[3]` is of `slots`. */
export function isAtFault(parameter: string, violations: readonly FieldViolation[]): boolean {
  return violations.some(({ field, meant = field }) => parameterOf(meant) === parameter);
}

/** Those of parameters that nothing is wrong with yet. */
export function furtherViolations(
  found: readonly FieldViolation[],
  known: readonly FieldViolation[],
): readonly FieldViolation[] {
  return found.filter(({ field }) => !isAtFault(parameterOf(field), known));
}

function parameterOf(field: string): string {
  return field.split(/[[.]/, 1)[0] ?? field;
}

/** What Connect and gRPC mean by the codes they use of themselves. */
const REASON_OF_CODE: ReadonlyMap<Code, FaultReason> = new Map([
  [Code.Canceled, "CANCELED"],
  [Code.InvalidArgument, "UNREADABLE_MESSAGE"],
  [Code.DeadlineExceeded, "DEADLINE_EXCEEDED"],
  [Code.ResourceExhausted, "BODY_TOO_LARGE"],
  [Code.Unimplemented, "UNSUPPORTED_COMPRESSION"],
  [Code.Unavailable, "CORE_UNAVAILABLE"],
  [Code.Unauthenticated, "KEY_UNKNOWN"],
]);

/**
 * The error as it may leave: itself where it has a reason, as every fault has. Otherwise a fault of its code, in words of
 * ours: the messages of gRPC clients, servers and proxies carry addresses and internals.
 */
export function explained(error: unknown): ConnectError {
  const isConnectError = error instanceof ConnectError;
  if (isConnectError && reasonOf(error) !== undefined) return error;
  const reason = (isConnectError ? REASON_OF_CODE.get(error.code) : undefined) ?? "INTERNAL";
  const explanation = plainFault(reason, error);
  if (isConnectError) error.metadata.forEach((value, name) => explanation.metadata.append(name, value));
  return explanation;
}

/** Why, for a program. Undefined of what is no fault; a newer core may have reasons that are not in the table. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ConnectError ? error.findDetails(ErrorInfoSchema)[0]?.reason : undefined;
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

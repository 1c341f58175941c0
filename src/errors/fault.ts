// The one kind of error that crosses a door: a gRPC code, a public sentence, google.rpc details, a private cause.
import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  QuotaFailureSchema,
  RetryInfoSchema,
} from "#gen/google/rpc/error_details_pb.ts";
import { ALL_REASONS, type FaultReason, type FaultReasonRow, type ViolationReason } from "./fault-reasons.ts";

/** The parameter at fault, spelt as in the request, and what to change. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  /** INVALID_PARAMETER by default. */
  readonly reason?: ViolationReason;
  /** For a misspelt name, the parameter that was probably meant: it is then not reported as missing. */
  readonly meant?: string;
  /** The name comes more than once. */
  readonly isRepeated?: true;
}

export interface FaultInit {
  /** Tells the caller what to change. It is sent as it is, so it must reveal nothing internal. */
  readonly sentence: string;
  /** The reason for programs (ErrorInfo.reason). It decides the code. */
  readonly reason: FaultReason;
  readonly violations?: readonly FieldViolation[];
  /** When the call may be tried again: RetryInfo, and Retry-After over HTTP. */
  readonly retryAfterSeconds?: number;
  /** The used-up quota (QuotaFailure): what is counted, and what the caller can do. */
  readonly quota?: { readonly subject: string; readonly description: string };
  /** More facts for programs: ErrorInfo.metadata, and `metadata` of a problem. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Never sent. */
  readonly cause?: unknown;
}

export function fault(init: FaultInit): ConnectError {
  const { code } = ALL_REASONS[init.reason];
  const { stackTraceLimit } = Error;
  // Refusals have no stack: nobody reads it, and making it took a tenth of the time of a refused call.
  Error.stackTraceLimit = 0;
  const error = new ConnectError(init.sentence, code, undefined, undefined, init.cause);
  Error.stackTraceLimit = stackTraceLimit;
  const { reason, metadata = {} } = init;
  error.details.push({ desc: ErrorInfoSchema, value: { reason, domain: "suitability", metadata } });
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

/** A fault whose sentence is the meaning and the remedy of its reason. */
export function plainFault(reason: FaultReason, cause?: unknown): ConnectError {
  const { meaning, remedy }: FaultReasonRow = ALL_REASONS[reason];
  return fault({ reason, sentence: `${meaning} ${remedy}`, cause });
}

const UNSPECIFIC = "INVALID_PARAMETER";

/** How many violations a refusal lists: enough to repair a request. A query message of 4 kB can hold 2,000 empty items. */
export const VIOLATIONS_MAX = 20;

/** INVALID_ARGUMENT that lists the first twenty violations. If all have the same reason, the error has it too. */
export function invalidArgument(all: readonly FieldViolation[]): ConnectError {
  const violations = all.slice(0, VIOLATIONS_MAX);
  const sentence = violations.map(({ field, description }) => `${field} ${description}`).join(" ");
  const [reason = UNSPECIFIC, ...others] = new Set(
    violations.map((violation) => violation.reason ?? UNSPECIFIC),
  );
  return fault({ reason: others.length === 0 ? reason : UNSPECIFIC, sentence, violations });
}

export function violationsOf(error: unknown): readonly FieldViolation[] {
  if (!(error instanceof ConnectError) || error.code !== Code.InvalidArgument) return [];
  const { fieldViolations = [] } = detailOf(error, BadRequestSchema) ?? {};
  return fieldViolations.map(({ field = "", description = "", reason }) => ({
    field,
    description,
    reason: reason as ViolationReason,
  }));
}

/** Whether a parameter has a violation; `slots[3]` belongs to `slots`. */
export function isAtFault(parameter: string, violations: readonly FieldViolation[]): boolean {
  return violations.some(({ field, meant = field }) => parameterOf(meant) === parameter);
}

/** The violations in `found` that are not at a field of `known`, nor within one: `slots[3]` is within `slots`. */
export function furtherViolations(
  found: readonly FieldViolation[],
  known: readonly FieldViolation[],
): readonly FieldViolation[] {
  return found.filter(({ field }) => !known.some(({ field: at, meant = at }) => isWithin(field, meant)));
}

function isWithin(field: string, other: string): boolean {
  return field.startsWith(other) && ["", ".", "["].includes(field.charAt(other.length));
}

function parameterOf(field: string): string {
  return field.split(/[[.]/, 1)[0] ?? field;
}

/** Reasons for errors that Connect and gRPC raise themselves. */
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
 * The error that callers may read. An error with a reason is returned unchanged. Any other becomes a fault with a sentence of
 * ours, because messages of gRPC clients, servers and proxies contain addresses and internals. Codes in REASON_OF_CODE stay;
 * anything else becomes INTERNAL.
 */
export function explained(error: unknown): ConnectError {
  const isConnectError = error instanceof ConnectError;
  if (isConnectError && reasonOf(error) !== undefined) return error;
  const reason = (isConnectError ? REASON_OF_CODE.get(error.code) : undefined) ?? "INTERNAL";
  const explanation = plainFault(reason, error);
  if (isConnectError) error.metadata.forEach((value, name) => explanation.metadata.append(name, value));
  return explanation;
}

/** The reason of a fault; undefined for other errors. A newer core may send reasons that are not in the table. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof ConnectError ? detailOf(error, ErrorInfoSchema)?.reason : undefined;
}

/**
 * The first detail of this kind. Unlike `findDetails`, this makes no copy, because every refusal is read several times. The
 * detail has only the fields that were set. Details that a core sent are encoded, and are decoded each time.
 */
export function detailOf<Desc extends DescMessage>(
  error: ConnectError,
  schema: Desc,
): MessageInitShape<Desc> | undefined {
  for (const detail of error.details) {
    if (!("desc" in detail)) return error.findDetails(schema)[0] as MessageInitShape<Desc> | undefined;
    if (detail.desc === schema) return detail.value as MessageInitShape<Desc>;
  }
  return undefined;
}

const CODE_NAMES = new Map(
  Object.entries(Code)
    .filter((entry): entry is [string, Code] => typeof entry[1] === "number")
    .map(([name, code]) => [code, name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()]),
);

/** A gRPC code as problem bodies, metrics and logs write it: `resource_exhausted`. */
export function codeName(code: Code): string {
  return CODE_NAMES.get(code) ?? "unknown";
}

import type { Problem } from "./api.ts";

/** The reasons of the service, which docs/errors.md lists, and two for failures that the service did not explain. */
export type SuitabilityReason = Problem["reason"] | "CONNECTION_FAILED" | "UNEXPLAINED";

export interface SuitabilityErrorInit {
  readonly reason: SuitabilityReason;
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly violations?: Problem["violations"] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Calls with these codes are never counted (docs/accounts.md). With other codes, only the service knows. */
const UNCOUNTED_CODES = new Set([
  "invalid_argument",
  "unauthenticated",
  "permission_denied",
  "resource_exhausted",
  "unimplemented",
  "internal",
]);

/** Reasons with the code `unavailable`, for refusals before the call is counted. */
const UNCOUNTED_REASONS = new Set<string>(["OVERLOADED", "PROVIDER_BUDGET_USED_UP", "FORECAST_UNAVAILABLE"]);

/** Why a call has no answer. Its message says what to change. */
export class SuitabilityError extends Error {
  override readonly name = "SuitabilityError";
  /**
   * What to branch on. CONNECTION_FAILED: no answer came. UNEXPLAINED: the answer has no reason of the service; it may come
   * from a proxy. Later versions may add reasons: if a reason is unknown, branch on `code`.
   */
  readonly reason: SuitabilityReason;
  /** The gRPC code in snake_case, also over HTTP. */
  readonly code: string;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** The parameters at fault. */
  readonly violations: NonNullable<Problem["violations"]>;
  /** When to try again, if the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Identifies the call. Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Whether the failed call may have been counted in the month's quota. */
  readonly mayHaveCounted: boolean;

  constructor({ message, cause, ...init }: SuitabilityErrorInit) {
    super(message, { cause });
    this.reason = init.reason;
    this.code = init.code;
    this.status = init.status;
    this.violations = init.violations ?? [];
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.requestId = init.requestId;
    this.mayHaveCounted = !UNCOUNTED_CODES.has(init.code) && !UNCOUNTED_REASONS.has(init.reason);
  }
}

import type { Problem } from "./api.ts";

/** Those of the service, which docs/errors.md lists, and two that the client gives where the service said nothing. */
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

/** What docs/accounts.md promises not to count; of other codes nobody but the service knows. */
const UNCOUNTED_CODES = new Set([
  "invalid_argument",
  "unauthenticated",
  "permission_denied",
  "resource_exhausted",
  "unimplemented",
  "internal",
]);

/** Of `unavailable` those that are told before an answer could be counted. */
const UNCOUNTED_REASONS = new Set<string>(["OVERLOADED", "PROVIDER_BUDGET_USED_UP", "FORECAST_UNAVAILABLE"]);

/** Why a call has no answer. Its message says what to change. */
export class SuitabilityError extends Error {
  override readonly name = "SuitabilityError";
  /**
   * To choose by. CONNECTION_FAILED: no answer came; UNEXPLAINED: one that is not the service's, as from a proxy on the
   * way. There may be others one day: treat one that you do not know by its code.
   */
  readonly reason: SuitabilityReason;
  /** The gRPC code in snake_case, also over HTTP. */
  readonly code: string;
  /** The HTTP status, where there was one. */
  readonly status: number | undefined;
  /** The parameters at fault. */
  readonly violations: NonNullable<Problem["violations"]>;
  /** When asking again makes sense, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Names the call, to quote when asking for help. */
  readonly requestId: string | undefined;
  /** Whether the call may be counted in the month's quota all the same. */
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

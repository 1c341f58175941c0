/** Why a source did not answer. It is a metrics label, so the set is closed. */
export type WeatherErrorKind =
  | "timeout" // no complete answer within the deadline
  | "unreachable" // no connection, or it broke off
  | "limited" // the provider's rate limit, or its concurrency limit
  | "refused" // the provider refuses us, or every request: an operator has to act
  | "place_refused" // the provider refuses the request for this place (status 400)
  | "failed" // the provider reports a failure of its own
  | "used_up" // our daily limit on calls to the provider is used up, so the provider was not asked
  | "uncounted" // the store that counts those calls is unavailable, so the provider was not asked
  | "uncovered" // the provider works, but has no forecast for this place
  | "unusable"; // an answer that cannot be read or makes no sense

/** What is wrong with an `unusable` answer; also a metrics label. */
export type AnswerDefect =
  | "too_large" // over the limit on its size, packed or unpacked
  | "not_json" // HTML, an empty body, a text cut off
  | "shape" // JSON of another form than agreed
  | "units" // in units that were not asked for
  | "hours" // missing, out of order, not whole, or the current one not among them
  | "values" // mostly not numbers or not weather on this planet, or dated ahead
  | "old" // generated too long ago
  | "nulls" // no temperature, no wind or no rain from the current hour on
  | "place"; // the forecast of somewhere else

/** A source could not answer. The message is for operators: it is logged, never sent to callers. */
export class WeatherError extends Error {
  readonly kind: WeatherErrorKind;
  /** When a retry makes sense, in seconds from now, if known. */
  readonly retryAfterSeconds: number | undefined;
  /** Only for `unusable`. */
  readonly defect: AnswerDefect | undefined;
  /** The HTTP status, where it helps to explain the error. */
  readonly status: number | undefined;

  constructor(
    kind: WeatherErrorKind,
    message: string,
    options: {
      retryAfterSeconds?: number | undefined;
      defect?: AnswerDefect;
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "WeatherError";
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.defect = options.defect;
    this.status = options.status;
  }
}

/**
 * Whether the source was not asked, because its budget is used up or cannot be checked. Such errors say nothing about the
 * source.
 */
export function isOfBudget({ kind }: Pick<WeatherError, "kind">): boolean {
  return kind === "used_up" || kind === "uncounted";
}

const DEFECTS_OF_PLACE: ReadonlySet<AnswerDefect | undefined> = new Set([
  "shape",
  "hours",
  "values",
  "nulls",
  "place",
]);

/**
 * Whether the source answered, but not with a forecast of this place that can be used. The place may be the cause, such as
 * a regional model that errs; the source is at fault only if every place gets such an answer (failover/guarded-source.ts).
 */
export function isOfPlace({ kind, defect }: Pick<WeatherError, "kind" | "defect">): boolean {
  return kind === "uncovered" || kind === "place_refused" || DEFECTS_OF_PLACE.has(defect);
}

/** The failures of all sources that an error stands for. */
export function failuresOf(error: WeatherError): readonly WeatherError[] {
  const errors: readonly unknown[] = error.cause instanceof AggregateError ? error.cause.errors : [];
  const failures = errors.filter((each) => each instanceof WeatherError);
  // The cause of a broken connection may be an AggregateError of the system.
  return failures.length > 0 ? failures : [error];
}

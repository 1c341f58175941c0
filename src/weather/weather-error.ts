/** What kept a source from answering; a metrics label, so the set is closed. */
export type WeatherErrorKind =
  | "timeout" // no complete answer within the deadline
  | "unreachable" // no connection, or it broke off
  | "limited" // the provider's rate limit, or its concurrency limit
  | "refused" // the provider says the request or its key is wrong: an operator has to act
  | "failed" // the provider reports a failure of its own
  | "unusable"; // an answer that cannot be read or makes no sense

/** A source could not answer. The message is for operators: it is logged, never sent to callers. */
export class WeatherError extends Error {
  readonly kind: WeatherErrorKind;
  /** When asking again makes sense, in seconds from now, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: WeatherErrorKind,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "WeatherError";
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

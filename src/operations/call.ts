import type { Clock } from "../clock.ts";
import type { FieldViolation } from "../fault.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { Recommendation } from "../scoring/recommendation.ts";
import type { FetchOwner } from "../weather/fetch-owner.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import type { FindSport } from "./find-sport.ts";
import type { HourTables } from "./hour-tables.ts";
import type { SportsOwner } from "./own-sports.ts";

/** What the checks tell an operation of the call it answers. */
export interface OperationCall {
  /** Whose own sports the call may name; undefined for an account that never had any, which costs nothing then. */
  readonly sportsOwner: SportsOwner | undefined;
  /** Those of the answer, by lower-case names. */
  readonly headers: Record<string, string>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Whom forecasts are fetched for, and within which limits. */
  readonly fetchOwner: FetchOwner;
  /** What is known to be wrong with the request before the operation reads it; `admit` refuses it for that too. */
  violations: readonly FieldViolation[];
  /** Set by an operation whose answer has one, of the start that was asked about or the best of several: it is counted by. */
  verdict: Recommendation | undefined;
  /**
   * To be called once the request is known to make sense and before any work is done for it. Throws when the caller may
   * not have an answer (a used-up quota, too many calls at once): 400 before 429, and refusals stay cheap.
   */
  admit(): void;
}

/** What the operations that score weather are answered with. */
export interface OperationOptions {
  readonly weather: Forecasts;
  readonly clock: Clock;
  readonly findSport: FindSport;
  readonly oddsOf: OddsOf;
  readonly hourTables: HourTables;
}

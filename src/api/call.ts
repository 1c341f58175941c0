import type { ConnectError } from "@connectrpc/connect";
import type { Clock } from "../clock.ts";
import type { FieldViolation } from "../fault.ts";
import type { Verdict } from "../scoring/verdicts.ts";
import type { FetchOwner } from "../weather/fetch-owner.ts";
import type { TrackRecord } from "../track-record/track-record.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import type { FindSport } from "./reading/find-sport.ts";
import type { HourTables } from "./answering/hour-tables.ts";
import type { OddsAt } from "./answering/odds-at.ts";
import type { SportsOwner } from "./reading/own-sports.ts";

/** A checked call, as operations get it. */
export interface OperationCall {
  /** The account, if it ever had sports of its own: the call may name them. */
  readonly sportsOwner: SportsOwner | undefined;
  /** The answer's headers, by lower-case name. */
  readonly headers: Record<string, string>;
  /** Aborts when nobody waits for the answer any more. Created on first use, because most calls do not wait. */
  signal(): AbortSignal;
  readonly accountId: string;
  /** The account that fetches are for, and its limits. */
  readonly fetchOwner: FetchOwner;
  /** Violations found before the operation reads the request; `admit` refuses the call for these too. */
  violations: readonly FieldViolation[];
  /**
   * The verdict under which this call is counted: the verdict on the start in the request, or on the best of several starts.
   */
  verdict: Verdict | undefined;
  /**
   * Call it after the request has been understood, and before any work. Throws if the caller may not have an answer (quota,
   * concurrent calls). So a 400 comes before a 429, and refusals stay cheap.
   */
  admit(): void;
  /** Turns what a failed part of an answer threw into an error that the caller may read; logs bugs. */
  readonly explained: (thrown: unknown) => ConnectError;
}

export interface OperationOptions {
  readonly weather: Forecasts;
  readonly clock: Clock;
  readonly findSport: FindSport;
  readonly oddsAt: OddsAt;
  readonly hourTables: HourTables;
  /** By built-in sport, the days ahead from which on safe_to_book often does not hold. */
  readonly oftenChanges: Readonly<Record<string, number>>;
  /** Called with the place, sport and account of each counted call. */
  readonly noteAsked: TrackRecord["noteAsked"];
}

// What the operations are made with.
import type { ConnectError } from "@connectrpc/connect";
import type { GetBookingConfidenceRequest } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { Plans } from "../accounts/plans/plans.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { Clock } from "../lib/time/clock.ts";
import type { FieldViolation } from "../errors/fault.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { SharedSports } from "../scoring/sports/custom-profile.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import type { HourTables } from "./answering/hour-tables.ts";
import { createOddsAt, type FindCorrection, type OddsAt } from "./answering/odds-at.ts";
import { createFindSport, type FindSport } from "./reading/find-sport.ts";
import { createOwnSports, type FindOwnSports } from "./reading/own-sports.ts";
import type { ServiceStatus } from "./status/service-status.ts";

interface Given {
  readonly clock: Clock;
  readonly weather: Forecasts;
  readonly hourTables: HourTables;
  /** By built-in sport, the days ahead from which on safe_to_book often does not hold. */
  readonly oftenChanges: Readonly<Record<string, number>>;
  readonly sharedSports: SharedSports;
  /** The violations of a booking's question, by the rules of booking-confidence. */
  readonly problemsOfBooking: (question: GetBookingConfidenceRequest) => FieldViolation[];
  /** Turns what a part of an answer threw into an error that the caller may read; logs bugs. */
  readonly explained: (thrown: unknown, requestId: string) => ConnectError;
  readonly store: Pick<AccountStore, "usageOfMonth" | "monthlyTotals" | "listKeys" | "sports">;
  readonly plans: Plans;
  readonly status: ServiceStatus;
}

export interface ApiParts extends Given {
  readonly ownSports: FindOwnSports;
  readonly findSport: FindSport;
  readonly oddsAt: OddsAt;
}

export function createApiParts({
  oddsOf,
  findCorrection,
  ...given
}: Given & {
  readonly oddsOf: OddsOf;
  /** Odds are not corrected without it. */
  readonly findCorrection: FindCorrection | undefined;
}): ApiParts {
  const { sharedSports } = given;
  const ownSports = createOwnSports();
  return {
    ...given,
    ownSports,
    findSport: createFindSport({ ownSports, sharedSports }),
    oddsAt: createOddsAt({ oddsOf, findCorrection }),
  };
}

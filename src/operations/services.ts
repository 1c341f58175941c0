import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import type { Clock } from "../clock.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { SharedSports } from "../scoring/sports/custom-profile.ts";
import type { Forecasts } from "../weather/weather-source.ts";
import { createBookingConfidence } from "./booking-confidence.ts";
import type { OperationCall } from "./call.ts";
import { createForecast } from "./forecast.ts";
import type { HourTables } from "./hour-tables.ts";
import { createListSports } from "./sports.ts";
import { createOwnSports } from "./own-sports.ts";
import { createSafeSlots } from "./safe-slots.ts";
import { createFindSport } from "./find-sport.ts";
import { servedMethod, type ServedMethod } from "./served-method.ts";

/** The services of the three operations. */
export const OPERATIONS = [BookingConfidenceService, ForecastService, SafeSlotsService] as const;

/** Those, and that of what can be asked about. */
export const SERVICES = [...OPERATIONS, SportsService] as const;

/** Every method with what answers it. */
export function createMethods(options: {
  weather: Forecasts;
  clock: Clock;
  oddsOf: OddsOf;
  sharedSports: SharedSports;
  hourTables: HourTables;
}): readonly ServedMethod<OperationCall>[] {
  const sports = { ownSports: createOwnSports(), sharedSports: options.sharedSports };
  const needs = { ...options, findSport: createFindSport(sports) };
  return [
    servedMethod(BookingConfidenceService.method.getBookingConfidence, createBookingConfidence(needs)),
    servedMethod(ForecastService.method.getForecast, createForecast(needs)),
    servedMethod(SafeSlotsService.method.rankSafeSlots, createSafeSlots(needs)),
    servedMethod(SportsService.method.listSports, createListSports({ ...options, ...sports })),
  ];
}

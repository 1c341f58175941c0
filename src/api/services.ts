import { createMethodImplSpec, type ContextValues, type MethodImplSpec } from "@connectrpc/connect";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { Clock } from "../clock.ts";
import type { WeatherSource } from "../weather/weather-source.ts";
import { createStateTerms } from "./answer-terms.ts";
import { createBookingConfidence } from "./booking-confidence.ts";
import { createForecast } from "./forecast.ts";
import type { SportsOwner } from "./own-sports.ts";
import { createSafeSlots } from "./safe-slots.ts";
import { withModelVersion } from "./with-model-version.ts";
import { createFindSport } from "./sports.ts";

/** The public services: what every door serves. */
export const SERVICES = [BookingConfidenceService, ForecastService, SafeSlotsService] as const;

/** Every method with what answers it. */
export function createMethods(options: {
  weather: WeatherSource;
  clock: Clock;
  sportsOwner: (values: ContextValues) => SportsOwner | undefined;
}): readonly MethodImplSpec[] {
  const inside = {
    ...options,
    findSport: createFindSport(options),
    stateTerms: createStateTerms(options),
  };
  return [
    createMethodImplSpec(
      BookingConfidenceService.method.getBookingConfidence,
      withModelVersion(createBookingConfidence(inside)),
    ),
    createMethodImplSpec(ForecastService.method.getForecast, withModelVersion(createForecast(inside))),
    createMethodImplSpec(SafeSlotsService.method.rankSafeSlots, withModelVersion(createSafeSlots(inside))),
  ];
}

import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { TrackRecordService } from "#gen/suitability/v1/track_record_pb.ts";
import type { OddsOf } from "../scoring/odds/odds.ts";
import type { SharedSports } from "../scoring/sports/custom-profile.ts";
import { createFindCorrection } from "../track-record/corrections.ts";
import type { RecordStore } from "../track-record/record-store.ts";
import { createBookingConfidence, createJudgeBooking } from "./booking-confidence/answer.ts";
import type { OperationCall, OperationOptions } from "./call.ts";
import { createForecast } from "./forecast/answer.ts";
import { createListSports } from "./sports/answer.ts";
import { createOddsAt } from "./answering/odds-at.ts";
import { createOwnSports } from "./reading/own-sports.ts";
import { createReviewBookings, type ProblemsOfBooking } from "./review-bookings/answer.ts";
import { createSafeSlots } from "./safe-slots/answer.ts";
import { createFindSport } from "./reading/find-sport.ts";
import { createGetTrackRecord } from "./track-record/answer.ts";
import { servedMethod, type ServedMethod } from "./served-method.ts";

export const OPERATIONS = [BookingConfidenceService, ForecastService, SafeSlotsService] as const;

/** All services with methods in `createMethods`. */
export const SERVICES = [...OPERATIONS, SportsService, TrackRecordService] as const;

export function createMethods(
  options: Omit<OperationOptions, "findSport" | "oddsAt"> & {
    oddsOf: OddsOf;
    sharedSports: SharedSports;
    problemsOfBooking: ProblemsOfBooking;
    recordStore: RecordStore;
  },
): readonly ServedMethod<OperationCall>[] {
  const sports = { ownSports: createOwnSports(), sharedSports: options.sharedSports };
  const findCorrection = createFindCorrection({ ...options, store: options.recordStore });
  const oddsAt = createOddsAt({ ...options, findCorrection });
  const needs = { ...options, oddsAt, findSport: createFindSport(sports) };
  const { getBookingConfidence, reviewBookings } = BookingConfidenceService.method;
  const judge = createJudgeBooking(needs);
  return [
    servedMethod(getBookingConfidence, createBookingConfidence(judge)),
    servedMethod(reviewBookings, createReviewBookings({ ...options, judge })),
    servedMethod(ForecastService.method.getForecast, createForecast(needs)),
    servedMethod(SafeSlotsService.method.rankSafeSlots, createSafeSlots(needs)),
    servedMethod(SportsService.method.listSports, createListSports({ ...options, ...sports })),
    servedMethod(
      TrackRecordService.method.getTrackRecord,
      createGetTrackRecord({ ...needs, store: options.recordStore }),
    ),
  ];
}

import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { SportsService } from "#gen/suitability/v1/sports_pb.ts";
import { TrackRecordService } from "#gen/suitability/v1/track_record_pb.ts";
import { UsageService } from "#gen/suitability/v1/usage_pb.ts";

/** Everything the service can be asked. */
export const METHODS = {
  ...BookingConfidenceService.method,
  ...ForecastService.method,
  ...SafeSlotsService.method,
  ...SportsService.method,
  ...TrackRecordService.method,
  ...UsageService.method,
};

export const LONDON = { lat: 51.5074, lng: -0.1278 };

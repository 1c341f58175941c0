import { create, toBinary, type DescMethodUnary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { isoTime } from "../../src/iso-time.ts";
import type { Question } from "./questions.ts";

export const METHODS = {
  "booking-confidence": BookingConfidenceService.method.getBookingConfidence,
  "safe-slots": SafeSlotsService.method.rankSafeSlots,
  forecast: ForecastService.method.getForecast,
} as const;

/** `/package.Service/Method` */
export function grpcPath({ parent, name }: DescMethodUnary): string {
  return `/${parent.typeName}/${name}`;
}

/** A question as the message of its method, in the binary format. */
export function questionMessage(question: Question): Uint8Array {
  const { sport } = question;
  const at = { lat: Number(question.lat), lng: Number(question.lng), sport };
  switch (question.operation) {
    case "booking-confidence": {
      const { input } = METHODS[question.operation];
      const { startMs, durationMinutes } = question;
      return toBinary(input, create(input, { ...at, startTime: timestampFromMs(startMs), durationMinutes }));
    }
    case "safe-slots": {
      const { input } = METHODS[question.operation];
      const { startsMs, durationMinutes } = question;
      return toBinary(input, create(input, { ...at, slots: startsMs.map(isoTime), durationMinutes }));
    }
    case "forecast": {
      const { input } = METHODS[question.operation];
      return toBinary(input, create(input, { ...at, days: question.days }));
    }
  }
}

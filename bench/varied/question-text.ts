// Encodes a question as a request of each door: gRPC, /v1, Connect.
import {
  create,
  fromBinary,
  toBinary,
  toJsonString,
  type DescMessage,
  type DescMethodUnary,
} from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import { isoTime } from "../../src/lib/time/iso-time.ts";
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

/** A question as path and query of /v1. */
export function questionPath(question: Question): string {
  const { operation, lat, lng, sport } = question;
  const asked = `/v1/${operation}?lat=${lat}&lng=${lng}&sport=${sport}`;
  switch (question.operation) {
    case "booking-confidence":
      return `${asked}&start_time=${isoTime(question.startMs)}&duration_minutes=${question.durationMinutes}`;
    case "safe-slots":
      return `${asked}&duration_minutes=${question.durationMinutes}&slots=${question.startsMs.map(isoTime).join(",")}`;
    case "forecast":
      return `${asked}&days=${question.days}`;
  }
}

/** A question as a whole HTTP/1.1 request. */
export function restRequest(question: Question, key: string): string {
  return `GET ${questionPath(question)} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: ${key}\r\n\r\n`;
}

/** A question as Connect's unary call in JSON, as a page sends it. */
export function connectRequest(question: Question, key: string): string {
  const method = METHODS[question.operation];
  const input: DescMessage = method.input;
  const body = toJsonString(input, fromBinary(input, questionMessage(question)));
  const headers = `Host: 127.0.0.1\r\nX-Api-Key: ${key}\r\nConnect-Protocol-Version: 1`;
  return `POST ${grpcPath(method)} HTTP/1.1\r\n${headers}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

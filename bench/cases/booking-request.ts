// The one verdict that several cases ask for, each in the words of its door.
import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { isoTime } from "../../src/iso-time.ts";
import type { GrpcCall } from "../harness/grpc-call.ts";
import { slotStartMs } from "./slot-start.ts";

const { input, name, parent } = BookingConfidenceService.method.getBookingConfidence;

export function bookingPath(nowMs: number): string {
  return `/v1/booking-confidence?lat=51.5074&lng=-0.1278&start_time=${isoTime(slotStartMs(nowMs))}&duration_minutes=90&sport=tennis`;
}

export function bookingCall({ port, key }: { readonly port: number; readonly key: string }): GrpcCall {
  const startTime = timestampFromMs(slotStartMs(Date.now()));
  const place = { lat: 51.5074, lng: -0.1278 };
  const message = create(input, { ...place, startTime, durationMinutes: 90, sport: "tennis" });
  return { port, path: `/${parent.typeName}/${name}`, request: toBinary(input, message), key };
}

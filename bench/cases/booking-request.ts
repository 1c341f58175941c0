// The one verdict that several cases ask for, each in the words of its door.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { isoTime } from "../../src/iso-time.ts";
import type { Bench } from "../harness/bench-case.ts";
import { grpcCall } from "../harness/grpc-call.ts";
import type { GrpcLoad } from "../harness/grpc-load.ts";
import type { Json } from "../harness/http-answer.ts";
import { slotStartMs } from "./slot-start.ts";

const { input, output, name, parent } = BookingConfidenceService.method.getBookingConfidence;

export function bookingPath(nowMs: number): string {
  return `/v1/booking-confidence?lat=51.5074&lng=-0.1278&start_time=${isoTime(slotStartMs(nowMs))}&duration_minutes=90&sport=tennis`;
}

/** Throws unless the body is a full answer. */
export function checkBooking(body: Json): void {
  assert.deepEqual(Object.keys(body), [
    "playability_score",
    "recommendation",
    "rain_risk",
    "wind_risk",
    "temp_c",
    "summary",
    "forecast_at",
  ]);
}

export function bookingCall({ port, key }: { readonly port: number; readonly key: string }): GrpcLoad {
  const startTime = timestampFromMs(slotStartMs(Date.now()));
  const place = { lat: 51.5074, lng: -0.1278 };
  const message = create(input, { ...place, startTime, durationMinutes: 90, sport: "tennis" });
  return { port, path: `/${parent.typeName}/${name}`, request: toBinary(input, message), key };
}

/** Makes the call, checks that the answer is a full one, and keeps it for a baseline to repeat. */
export async function keptBookingAnswer(call: GrpcLoad, { folder }: Bench) {
  const answer = await grpcCall(call);
  const { summary, forecastAt, recommendation } = fromBinary(output, answer);
  assert.ok(summary !== "" && forecastAt !== undefined && recommendation !== 0);
  const answerFile = join(folder, `answer-${call.port}.binpb`);
  writeFileSync(answerFile, answer);
  return { answer, answerFile };
}

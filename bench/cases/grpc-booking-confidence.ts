// The same verdict over gRPC: what an internal service asks.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import type { Bench } from "../harness/bench-case.ts";
import { compare } from "../harness/compare.ts";
import { grpcCall } from "../harness/grpc-call.ts";
import { loadGrpc, type GrpcLoad } from "../harness/grpc-load.ts";
import type { ServerProcess } from "../harness/processes.ts";
import { startService } from "../harness/service.ts";
import { slotStartMs } from "./slot-start.ts";

const { input, output, name, parent } = BookingConfidenceService.method.getBookingConfidence;

export const grpcBookingConfidence = compare({
  name: "grpc-booking-confidence",
  against: "bare grpc-js, same codec, constant reply",
  targetRatio: 0.85,
  start,
});

async function start(bench: Bench) {
  const service = await startService(bench);
  const startTime = timestampFromMs(slotStartMs(Date.now()));
  const message = create(input, {
    lat: 51.5074,
    lng: -0.1278,
    startTime,
    durationMinutes: 90,
    sport: "tennis",
  });
  const call = {
    path: `/${parent.typeName}/${name}`,
    request: toBinary(input, message),
    key: service.key,
  };
  const serviceCall = { ...call, port: service.grpcPort };
  const answer = await grpcCall(serviceCall);
  const { summary, forecastAt, recommendation } = fromBinary(output, answer);
  assert.ok(summary !== "" && forecastAt !== undefined && recommendation !== 0);

  const answerFile = join(bench.folder, "grpc-answer.binpb");
  writeFileSync(answerFile, answer);
  const bare = await bench.processes.serve({
    name: "grpc-baseline",
    args: ["bench/programs/grpc-constant.ts", answerFile],
  });
  const bareCall = { ...call, port: Number(bare.line["grpc"]) };
  assert.deepEqual(await grpcCall(bareCall), answer, "the baseline answers something else");

  const side = ({ pid, stop }: ServerProcess, load: GrpcLoad) => ({
    pid,
    stop,
    load: (seconds: number) => loadGrpc(load, seconds, bench),
  });
  return {
    service: { ...side(service, serviceCall), countRefusals: service.countRefusals },
    baseline: side(bare, bareCall),
  };
}

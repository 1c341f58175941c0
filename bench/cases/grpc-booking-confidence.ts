// The same verdict over gRPC: what an internal service asks.
import assert from "node:assert/strict";
import type { Bench } from "../harness/bench-case.ts";
import { compare } from "../harness/compare.ts";
import { grpcCall } from "../harness/grpc-call.ts";
import { loadGrpc, type GrpcLoad } from "../harness/grpc-load.ts";
import type { ServerProcess } from "../harness/processes.ts";
import { startService } from "../harness/service.ts";
import { bookingCall, keptBookingAnswer } from "./booking-request.ts";

export const grpcBookingConfidence = compare({
  name: "grpc-booking-confidence",
  against: "bare grpc-js, same codec, constant reply",
  targetRatio: 0.85,
  start,
});

async function start(bench: Bench) {
  const service = await startService(bench);
  const serviceCall = bookingCall({ port: service.grpcPort, key: service.key });
  const { answer, answerFile } = await keptBookingAnswer(serviceCall, bench);
  const bare = await bench.processes.serve({
    name: "grpc-baseline",
    args: ["bench/programs/grpc-constant.ts", answerFile],
  });
  const bareCall = { ...serviceCall, port: Number(bare.line["grpc"]) };
  assert.deepEqual(await grpcCall(bareCall), answer, "the baseline answers something else");

  const side = ({ pid, stop }: ServerProcess, load: GrpcLoad) => ({
    pids: [pid],
    stop,
    load: (seconds: number) => loadGrpc(load, seconds, bench),
  });
  return {
    service: { ...side(service, serviceCall), countRefusals: service.countRefusals },
    baseline: side(bare, bareCall),
  };
}

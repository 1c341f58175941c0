// The same verdict through a sidecar that dials its core, against the least that two such processes can be.
import assert from "node:assert/strict";
import type { Bench } from "../harness/bench-case.ts";
import { compare } from "../harness/compare.ts";
import { httpAnswer } from "../harness/http-answer.ts";
import { httpSide } from "../harness/http-side.ts";
import { startSplitService } from "../harness/service.ts";
import { bookingCall, bookingPath, checkBooking, keptBookingAnswer } from "./booking-request.ts";

export const sidecar = compare({
  name: "sidecar",
  against: "bare Fastify, grpc-js client, grpc-js server, constant reply",
  targetRatio: 1.2,
  start,
});

async function start(bench: Bench) {
  const { rest, core, key, countRefusals } = await startSplitService(bench);
  const pathAndQuery = bookingPath(Date.now());
  const headers = { "x-api-key": key };
  const url = `http://127.0.0.1:${rest.httpPort}${pathAndQuery}`;
  const body = await httpAnswer(url, headers);
  checkBooking(body);

  const { answerFile } = await keptBookingAnswer(bookingCall({ port: core.grpcPort, key }), bench);
  const bareCore = await bench.processes.serve({
    name: "sidecar-baseline-core",
    args: ["bench/programs/grpc-constant.ts", answerFile],
  });
  const bareRest = await bench.processes.serve({
    name: "sidecar-baseline",
    args: ["bench/programs/fastify-grpc.ts", String(bareCore.line["grpc"])],
  });
  const bareUrl = `http://127.0.0.1:${String(bareRest.line["http"])}${pathAndQuery}`;
  assert.deepEqual(await httpAnswer(bareUrl, headers), body, "the baseline answers something else");

  return {
    service: { ...httpSide({ servers: [rest, core], url, headers, bench }), countRefusals },
    baseline: httpSide({ servers: [bareRest, bareCore], url: bareUrl, headers, bench }),
  };
}

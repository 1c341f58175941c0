// A bug that no check has turned into a fault, at the gRPC door. The tests of the other doors have this case themselves.
import { expect, it } from "vitest";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { CallTrace } from "../../src/call/call.ts";
import { createGrpcServer } from "../../src/doors/grpc/door.ts";
import { ALONE } from "./grpc/bare-server.ts";
import { createGrpcCaller } from "./grpc-caller.ts";

it("a bug that no check has turned into a fault is reported once by the gRPC door, with the trace of the call", async () => {
  const bug = new TypeError("cannot read /etc/secret of undefined");
  const told: { error: unknown; call: CallTrace }[] = [];
  const grpc = createGrpcServer({
    ...ALONE,
    services: [ForecastService],
    answerCall: () => Promise.reject(bug),
    onBug: (error, call) => told.push({ error, call }),
  });
  const door = createGrpcCaller(await grpc.listen({ host: "127.0.0.1", port: 0 }));
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const method = ForecastService.method.getForecast;
  await door.call({ method, request: { lat: 1, lng: 2 }, key: undefined, headers: { traceparent } });
  await door.close();
  await grpc.close(1_000);
  expect(told).toMatchObject([{ error: bug, call: { traceparent } }]);
});

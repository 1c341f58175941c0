import { create } from "@bufbuild/protobuf";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { CallerPresence } from "../../src/call/call.ts";
import { OpenCall } from "../../src/call/open-call.ts";

/** A call that came in by no door, by a caller who stays. */
export function madeUpCall(method = ForecastService.method.getForecast): OpenCall {
  return new OpenCall({
    method,
    question: create(method.input),
    key: undefined,
    origin: undefined,
    requestId: "id-1",
    address: "",
    presence: new CallerPresence(),
  });
}

// What a publishable key may be used for.
import { ConnectError } from "@connectrpc/connect";
import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { KeyRestrictions } from "../../../src/accounts/key.ts";
import { createCallRestriction, restrictPlace } from "../../../src/call/interceptors/request.ts";
import { CALLER, checkedCaller, madeUpCall } from "../made-up-call.ts";

const { getForecast } = ForecastService.method;
const ORIGIN = "https://club.example";
const RESTRICTIONS: KeyRestrictions = {
  origins: [ORIGIN],
  places: ["51.50,-0.12"],
  operations: ["forecast", "safe-slots"],
  callsADay: 400,
};

const restrictCall = createCallRestriction({ corsOrigins: [] });

/** The sentence that refuses a call with a key of these restrictions, or "goes on". */
function told({
  method = getForecast,
  lat = 51.5,
  lng = -0.12,
}: { method?: DescMethodUnary; lat?: number; lng?: number } = {}) {
  const message = create(getForecast.input, { lat, lng, days: 1 });
  const call = madeUpCall(method, { message, origin: ORIGIN });
  try {
    const caller = checkedCaller({ ...CALLER, restrictions: RESTRICTIONS }, { call });
    restrictCall(call, caller);
    restrictPlace(call, caller);
    return "goes on";
  } catch (error) {
    return ConnectError.from(error).rawMessage;
  }
}

describe("a publishable key", () => {
  it("may be used for its operations at its places on its pages", () => {
    expect(told()).toBe("goes on");
  });

  it("may be used for no other operation, and the refusal lists its operations", () => {
    const { reviewBookings } = BookingConfidenceService.method;
    expect(told({ method: reviewBookings })).toContain("may only be used for forecast, safe-slots.");
  });

  it("may be used for no other place, and the refusal asks about swapped coordinates only if swapping helps", () => {
    expect(told({ lat: 52 })).toContain("rounded to 0.01°). Ask about one of its places");
    expect(told({ lat: -0.12, lng: 51.5 })).toContain(
      "rounded to 0.01°). Are lat and lng swapped? Ask about",
    );
  });
});

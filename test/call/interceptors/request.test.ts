// What a publishable key may be used for.
import { ConnectError } from "@connectrpc/connect";
import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import type { KeyRestrictions } from "../../../src/accounts/key.ts";
import { restrictCall, restrictPlace } from "../../../src/call/interceptors/request.ts";
import { CALLER, checkedCallBy, madeUpCall } from "../made-up-call.ts";

const { getForecast } = ForecastService.method;
const ORIGIN = "https://club.example";
const RESTRICTIONS: KeyRestrictions = {
  origins: [ORIGIN],
  places: ["51.50,-0.12"],
  operations: ["forecast", "safe-slots"],
  callsADay: 400,
};

/** The sentence that refuses a call with such a key, or "goes on". */
function told({
  method = getForecast,
  lat = 51.5,
  lng = -0.12,
}: { method?: DescMethodUnary; lat?: number; lng?: number } = {}) {
  const question = create(getForecast.input, { lat, lng, days: 1 });
  const open = madeUpCall(method, { question, origin: ORIGIN });
  try {
    const call = checkedCallBy({ ...CALLER, restrictions: RESTRICTIONS }, { open });
    restrictCall(open, call);
    restrictPlace(open, call);
    return "goes on";
  } catch (error) {
    return ConnectError.from(error).rawMessage;
  }
}

describe("a publishable key", () => {
  it("is good for each of its operations at its places on its pages", () => {
    expect(told()).toBe("goes on");
  });

  it("is good for no other operation, and says for which", () => {
    const { reviewBookings } = BookingConfidenceService.method;
    expect(told({ method: reviewBookings })).toContain("good for forecast, safe-slots alone.");
  });

  it("is good for no other place, and asks about swapped coordinates only if swapping helps", () => {
    expect(told({ lat: 52 })).toContain("rounded to 0.01°). Ask for one of its places");
    expect(told({ lat: -0.12, lng: 51.5 })).toContain("rounded to 0.01°). Are lat and lng swapped? Ask for");
  });
});

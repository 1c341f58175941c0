// What a publishable key may be used for.
import { ConnectError } from "@connectrpc/connect";
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { BookingConfidenceService } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { ForecastService } from "#gen/suitability/v1/forecast_pb.ts";
import { SafeSlotsService } from "#gen/suitability/v1/safe_slots_pb.ts";
import type { KeyRestrictions } from "../../../src/accounts/key.ts";
import { createCallRestriction, restrictPlace } from "../../../src/call/interceptors/request.ts";
import { CALLER, type CallParts, checkedCaller, madeUpCall } from "../made-up-call.ts";

const { getForecast } = ForecastService.method;
const ORIGIN = "https://club.example";
const RESTRICTIONS: KeyRestrictions = {
  origins: [ORIGIN],
  places: ["51.50,-0.12"],
  operations: ["forecast", "safe-slots", "venues"],
  callsADay: 400,
};

const restrictCall = createCallRestriction({ corsOrigins: [] });

/** The sentence that refuses a call with a key of these restrictions, or "goes on". */
function told({
  lat = 51.5,
  lng = -0.12,
  ...parts
}: Partial<CallParts> & { lat?: number; lng?: number } = {}) {
  const message = create(getForecast.input, { lat, lng, days: 1 });
  const call = madeUpCall(getForecast, { message, origin: ORIGIN, ...parts });
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
    expect(told({ method: reviewBookings })).toContain("may only be used for forecast, safe-slots, venues.");
  });

  it("may be used for no other place of a ranking, whichever venues beside it could not be read", () => {
    const { rankVenues } = SafeSlotsService.method;
    const own = { lat: 51.5, lng: -0.12 };
    const venues = Array.from({ length: 11 }, (_, i) => (i === 1 ? { lat: 52, lng: -0.12 } : own));
    const message = create(rankVenues.input, { venues });
    const misread = [{ field: "venues[10].covered", description: "must be true or false." }];
    expect(told({ method: rankVenues, message, misread })).toContain("is not for the place 52.00,-0.12");
  });

  it("may be used for no other place, and the refusal asks about swapped coordinates only if swapping helps", () => {
    expect(told({ lat: 52 })).toContain("rounded to 0.01°). Ask about one of its places");
    expect(told({ lat: -0.12, lng: 51.5 })).toContain(
      "rounded to 0.01°). Are lat and lng swapped? Ask about",
    );
  });
});

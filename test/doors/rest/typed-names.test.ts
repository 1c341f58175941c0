import { expect, test } from "vitest";
import { GetBookingConfidenceRequestSchema } from "#gen/suitability/v1/booking_confidence_pb.ts";
import { GetForecastRequestSchema } from "#gen/suitability/v1/forecast_pb.ts";
import { RankSafeSlotsRequestSchema } from "#gen/suitability/v1/safe_slots_pb.ts";
import { meantNames } from "../../../src/doors/rest/typed-names.ts";

const namesOf = ({ fields }: { readonly fields: readonly { readonly name: string }[] }) =>
  fields.map(({ name }) => name);
const BOOKING = namesOf(GetBookingConfidenceRequestSchema);
const FORECAST = namesOf(GetForecastRequestSchema);
const SLOTS = namesOf(RankSafeSlotsRequestSchema);

test.each([
  ["lon", BOOKING, "lng"],
  ["latitude", SLOTS, "lat"],
  ["Longitude", FORECAST, "lng"],
  ["duration", BOOKING, "duration_minutes"],
  ["day", FORECAST, "days"],
  ["start", BOOKING, "start_time"],
  ["start", SLOTS, "slots"],
  ["day", BOOKING, undefined],
  ["start", FORECAST, undefined],
])("%s means of the parameters of an operation what it has: %#", (typed, names, meant) => {
  expect(meantNames(typed, names)?.[0]).toBe(meant);
});

test("a name that nobody is known to type is left to its nearness", () => {
  for (const typed of ["sprot", "constructor", "__proto__", ""]) {
    expect(meantNames(typed, BOOKING)).toBeUndefined();
  }
});

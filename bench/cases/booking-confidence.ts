// One verdict: what a booking page asks when a slot is picked.
import { compareHttp } from "../harness/http-comparison.ts";
import { bookingPath, checkBooking } from "./booking-request.ts";

export const bookingConfidence = compareHttp({
  name: "booking-confidence",
  targetRatio: 0.75,
  baseline: "object",
  path: bookingPath,
  check: checkBooking,
});

// One verdict: what a booking page asks when a slot is picked.
import assert from "node:assert/strict";
import { isoTime } from "../../src/iso-time.ts";
import { compareHttp } from "../harness/http-comparison.ts";
import { slotStartMs } from "./slot-start.ts";

export const bookingConfidence = compareHttp({
  name: "booking-confidence",
  targetRatio: 0.75,
  baseline: "object",
  path: (nowMs) =>
    `/v1/booking-confidence?lat=51.5074&lng=-0.1278&start_time=${isoTime(slotStartMs(nowMs))}&duration_minutes=90&sport=tennis`,
  check: (body) =>
    assert.deepEqual(Object.keys(body), [
      "playability_score",
      "recommendation",
      "rain_risk",
      "wind_risk",
      "temp_c",
      "summary",
      "forecast_at",
    ]),
});

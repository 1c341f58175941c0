// A week of hours, the largest answer there is: what a page asks when a calendar opens.
import assert from "node:assert/strict";
import { compareHttp } from "../harness/http-comparison.ts";

export const forecast = compareHttp({
  name: "forecast",
  targetRatio: 0.7,
  baseline: "string",
  path: () => "/v1/forecast?lat=51.5074&lng=-0.1278&days=7&sport=tennis",
  check: ({ location, hours }) => {
    assert.deepEqual(location, { lat: 51.5074, lng: -0.1278 });
    assert.ok(Array.isArray(hours));
    assert.equal(hours.length, 7 * 24);
  },
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeAt } from "../../src/lib/place.ts";

test.each([
  [51.5074, -0.1278, "51.51,-0.13"],
  [-0.001, 0.004, "0.00,0.00"],
  [90, -180, "90.00,-180.00"],
])("%d, %d belongs to %s", (lat, lng, key) => {
  expect(placeAt(lat, lng).key).toBe(key);
});

describe("the place of any point", () => {
  const anyPoint = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test("stays the same if it is rounded again", () => {
    fc.assert(
      fc.property(anyPoint, ({ lat, lng }) => {
        const place = placeAt(lat, lng);
        expect(placeAt(place.lat, place.lng)).toEqual(place);
      }),
    );
  });

  test("has a key with its coordinates in hundredths", () => {
    fc.assert(
      fc.property(anyPoint, ({ lat, lng }) => {
        const place = placeAt(lat, lng);
        expect(place.key).toBe(`${place.lat.toFixed(2)},${place.lng.toFixed(2)}`);
      }),
    );
  });

  test("is within 0.005° of the point", () => {
    fc.assert(
      fc.property(anyPoint, ({ lat, lng }) => {
        const place = placeAt(lat, lng);
        expect(Math.abs(place.lat - lat)).toBeLessThanOrEqual(0.005 + 1e-9);
        expect(Math.abs(place.lng - lng)).toBeLessThanOrEqual(0.005 + 1e-9);
      }),
    );
  });

  test("is on Earth", () => {
    fc.assert(
      fc.property(anyPoint, ({ lat, lng }) => {
        const place = placeAt(lat, lng);
        expect(Math.abs(place.lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(place.lng)).toBeLessThanOrEqual(180);
      }),
    );
  });
});

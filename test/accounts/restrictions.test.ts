import { describe, expect, it } from "vitest";
import { isOrigin, placeKeyFromText } from "../../src/accounts/restrictions.ts";

describe("an origin", () => {
  it.each([
    "https://club.example",
    "http://localhost:3000",
    "https://[::1]:8443",
    // Of web views in apps.
    "capacitor://localhost",
    "ionic://localhost",
  ])("is what browsers send: %s", (text) => {
    expect(isOrigin(text)).toBe(true);
  });

  it.each([
    "https://club.example/",
    "https://Club.example",
    "https://club.example:443",
    "club.example",
    "htps://club.example",
    "capacitor://localhost/",
    "Capacitor://localhost",
    "localhost:3000",
    // Any page can have this one.
    "null",
    "*",
    "",
  ])("is nothing else: %s", (value) => {
    expect(isOrigin(value)).toBe(false);
  });
});

describe("a place", () => {
  it.each([
    ["55.9533,-3.1883", "55.95,-3.19"],
    ["51.4779, -1e-7", "51.48,0.00"],
    [".5,1.5E1", "0.50,15.00"],
  ])("is the point %s in any form of a number", (text, key) => {
    expect(placeKeyFromText(text)).toBe(key);
  });

  it.each(["91,0", "0,181", "1e3,0", "0x1,0", "51.5;0", "51,5,0,1", "+1,0", "NaN,0", "1,Infinity", "1.,0"])(
    "is nothing else: %s",
    (text) => {
      expect(placeKeyFromText(text)).toBeUndefined();
    },
  );
});

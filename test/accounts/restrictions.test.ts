import { describe, expect, it } from "vitest";
import { isOrigin } from "../../src/accounts/restrictions.ts";

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

import { describe, expect, it } from "vitest";
import {
  addressNetwork,
  createWrongKeyThrottle,
} from "../../../src/interceptors/authenticate/wrong-key-throttle.ts";
import { createManualClock } from "../../support/manual-clock.ts";

function throttleAfter(wrongKeys: number, address = "192.0.2.1") {
  const clock = createManualClock("2026-11-21T12:00:00Z");
  const throttle = createWrongKeyThrottle({ clock });
  for (let i = 0; i < wrongKeys; i += 1) {
    throttle.noteWrongKey(address);
  }
  return { clock, throttle };
}

describe("the throttle of wrong keys", () => {
  it("lets 19 wrong keys a minute pass, and stops after the 20th", () => {
    expect(throttleAfter(19).throttle.waitSeconds("192.0.2.1")).toBe(0);
    expect(throttleAfter(20).throttle.waitSeconds("192.0.2.1")).toBe(60);
  });

  it("says the whole seconds that remain, and opens when the minute since the first is over", () => {
    const { clock, throttle } = throttleAfter(20);
    clock.advance(59_001);
    expect(throttle.waitSeconds("192.0.2.1")).toBe(1);
    clock.advance(999);
    expect(throttle.waitSeconds("192.0.2.1")).toBe(0);
    throttle.noteWrongKey("192.0.2.1");
    expect(throttle.waitSeconds("192.0.2.1")).toBe(0);
  });

  it("holds nobody else up", () => {
    expect(throttleAfter(1_000).throttle.waitSeconds("192.0.2.2")).toBe(0);
  });

  it("takes a subscriber's IPv6 addresses for one", () => {
    const { throttle } = throttleAfter(20, "2001:db8:1:2::1");
    expect(throttle.waitSeconds("2001:db8:1:2:ffff::9")).toBe(60);
    expect(throttle.waitSeconds("2001:db8:1:3::1")).toBe(0);
  });
});

describe("the network of an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:DB8:0001:2:ffff::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
    ["not an address", "not an address"],
  ])("of %s is %s", (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });
});

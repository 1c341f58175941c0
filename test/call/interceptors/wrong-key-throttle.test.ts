import { describe, expect, it } from "vitest";
import { addressNetwork, createWrongKeyThrottle } from "../../../src/call/interceptors/wrong-key-throttle.ts";
import { createManualClock } from "../../support/fakes/manual-clock.ts";

const ADDRESS = "192.0.2.1";

function throttleAfter(wrongKeys: number, address = ADDRESS) {
  const clock = createManualClock("2026-11-21T12:00:00Z");
  const throttle = createWrongKeyThrottle({ clock });
  const noted = Array.from({ length: wrongKeys }, (_, i) => throttle.noteWrongKey(address, `wrong ${i}`));
  let keys = 0;
  return {
    clock,
    throttle,
    noted,
    noteAnother: () => throttle.noteWrongKey(address, `another ${(keys += 1)}`),
    /** How many of this many new keys may be looked up. */
    lookUps: (count: number, from = address) =>
      Array.from({ length: count }, () => throttle.waitSeconds(from, `key ${(keys += 1)}`)).filter(
        (seconds) => seconds === 0,
      ).length,
  };
}

describe("the throttle of wrong keys", () => {
  it("answers 20 wrong keys, then 20 a minute, and says when it answers the next", () => {
    const { clock, noted, noteAnother } = throttleAfter(20);
    expect(new Set(noted)).toEqual(new Set([0]));
    expect(noteAnother()).toBe(3);
    clock.advance(2_500);
    expect(noteAnother()).toBe(1);
    clock.advance(500);
    expect(noteAnother()).toBe(0);
    expect(noteAnother()).toBe(3);
    clock.advance(60_000);
    expect(Array.from({ length: 21 }, noteAnother)).toEqual([...noted, 3]);
  });

  it("limits the look-ups of each throttled address, and not the look-ups of other addresses", () => {
    const { clock, lookUps, throttle } = throttleAfter(20);
    expect(lookUps(1_500)).toBe(1_000);
    expect(throttle.waitSeconds(ADDRESS, "one more")).toBe(1);
    clock.advance(500);
    expect(lookUps(1_500)).toBe(500);
    clock.advance(2_000);
    expect(lookUps(1_500)).toBe(1_000);
    expect(lookUps(2_000, "192.0.2.2")).toBe(2_000);
  });

  it("spends no look-up of a throttled address on a key that was unknown within the last 5 seconds", () => {
    expect(throttleAfter(19).throttle.waitSeconds(ADDRESS, "wrong 7")).toBe(0);
    const { clock, lookUps, noteAnother, throttle } = throttleAfter(20);
    expect(throttle.waitSeconds(ADDRESS, "wrong 7")).toBe(3);
    clock.advance(4_999);
    expect(noteAnother()).toBe(0);
    expect(throttle.waitSeconds(ADDRESS, "wrong 7")).toBe(2);
    expect(lookUps(1_500)).toBe(1_000);
    clock.advance(2);
    expect(throttle.waitSeconds(ADDRESS, "wrong 7")).toBe(0);
  });

  it("treats all IPv6 addresses of a subscriber as one", () => {
    const { throttle } = throttleAfter(20, "2001:db8:1:2::1");
    expect(throttle.noteWrongKey("2001:db8:1:2:ffff::9", "a")).toBe(3);
    expect(throttle.noteWrongKey("2001:db8:1:3::1", "b")).toBe(0);
  });
});

describe("the network of the address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:DB8:0001:2:ffff::", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001::3:4:5:6:7:8", "2001:0:3:4"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["", ""],
    ["not an address", "not an address"],
  ])("'%s' is '%s'", (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });
});

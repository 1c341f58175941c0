import { describe, expect, it } from "vitest";
import { addressNetwork } from "../../../src/interceptors/authenticate/address-network.ts";

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

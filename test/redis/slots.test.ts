import { describe, expect, it } from "vitest";
import { slotOf } from "../../src/redis/cluster/slots.ts";

describe("slotOf", () => {
  it.each([
    // The cluster specification's own: CRC16 of 123456789 is 0x31c3.
    { key: "123456789", slot: 0x31c3 % 16_384 },
    // As `CLUSTER KEYSLOT` of Redis 7.0 replies.
    { key: "", slot: 0 },
    { key: "suitability:accounts", slot: 4_166 },
    { key: "foo{bar}baz", slot: 5_061 },
    { key: "bar", slot: 5_061 },
    { key: "foo{}{bar}", slot: 8_363 },
    { key: "foo{{bar}}", slot: 4_015 },
    { key: "Ω{é", slot: 10_796 },
  ])("of $key is $slot", ({ key, slot }) => {
    expect(slotOf(key)).toBe(slot);
    expect(slotOf(Buffer.from(key))).toBe(slot);
  });
});

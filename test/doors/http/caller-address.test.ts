import { describe, expect, it } from "vitest";
import { createCallerAddress } from "../../../src/doors/http/caller-address.ts";

const judge = (trustedProxies: readonly string[], onDisbelieved = () => undefined as void) =>
  createCallerAddress({ trustedProxies, onDisbelieved });

describe("the caller's address", () => {
  const NAMED = "192.0.2.7";
  const MAPPED = "::ffff:10.1.2.3";

  it.each([
    // Nobody is trusted.
    { trusted: [], peer: "192.0.2.1", forwarded: undefined, caller: "192.0.2.1" },
    { trusted: [], peer: "::1", forwarded: NAMED, caller: "::1" },
    { trusted: [], peer: "::ffff:192.0.2.1", forwarded: undefined, caller: "192.0.2.1" },
    // Loopback is trusted, however it is written.
    { trusted: ["loopback"], peer: "127.1.2.3", forwarded: NAMED, caller: NAMED },
    { trusted: ["loopback"], peer: "::ffff:127.0.0.1", forwarded: NAMED, caller: NAMED },
    { trusted: ["loopback"], peer: "128.0.0.1", forwarded: NAMED, caller: "128.0.0.1" },
    // A peer that has left has an empty address, and is not believed.
    { trusted: ["loopback"], peer: "", forwarded: NAMED, caller: "" },
    // Networks of both families. A network of one family contains no address of the other.
    { trusted: ["10.0.0.0/8"], peer: MAPPED, forwarded: NAMED, caller: NAMED },
    { trusted: [MAPPED], peer: "10.1.2.3", forwarded: NAMED, caller: NAMED },
    { trusted: ["::ffff:10.0.0.0/104"], peer: "10.1.2.3", forwarded: NAMED, caller: NAMED },
    { trusted: ["2001:db8::/32"], peer: "2001:db8::1", forwarded: NAMED, caller: NAMED },
    { trusted: ["::/1"], peer: "10.1.2.3", forwarded: NAMED, caller: "10.1.2.3" },
    { trusted: ["linklocal"], peer: "fe80::1%eth0", forwarded: NAMED, caller: NAMED },
    // The last address that is not trusted counts. Entries before it may be forged.
    { trusted: ["loopback"], peer: "::1", forwarded: `1.1.1.1, ${NAMED}`, caller: NAMED },
    { trusted: ["loopback", "10.0.0.0/8"], peer: "::1", forwarded: `${NAMED},10.0.0.1`, caller: NAMED },
    { trusted: ["uniquelocal"], peer: "10.0.0.1", forwarded: "10.0.0.3, 10.0.0.2", caller: "10.0.0.3" },
    { trusted: ["loopback"], peer: "::1", forwarded: "::FFFF:192.0.2.7", caller: NAMED },
    // Ports, as some proxies write them, and entries that are no address.
    { trusted: ["loopback"], peer: "::1", forwarded: `${NAMED}:4711`, caller: NAMED },
    { trusted: ["loopback"], peer: "::1", forwarded: "[2001:db8::7]:4711", caller: "2001:db8::7" },
    { trusted: ["loopback"], peer: "::1", forwarded: "1.1.1.1, unknown", caller: "::1" },
    { trusted: ["loopback"], peer: "::1", forwarded: "", caller: "::1" },
  ])("of $peer, forwarded for $forwarded, is $caller if $trusted is trusted", ({ trusted, ...said }) => {
    const callerAddress = judge(trusted);
    expect(callerAddress(said.peer, said.forwarded)).toBe(said.caller);
    // Again, now from the cache.
    expect(callerAddress(said.peer, said.forwarded)).toBe(said.caller);
  });

  it("is reported once if it is forwarded by a peer that is not trusted", () => {
    let told = 0;
    const callerAddress = judge(["10.0.0.1"], () => void (told += 1));
    callerAddress("192.0.2.1", undefined);
    callerAddress("10.0.0.1", "192.0.2.7");
    expect(told).toBe(0);
    callerAddress("192.0.2.1", "192.0.2.7");
    callerAddress("192.0.2.2", "192.0.2.7");
    expect(told).toBe(1);
  });
});

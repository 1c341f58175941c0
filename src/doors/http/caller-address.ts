import { createGrowingLru } from "../../lib/growing-lru.ts";
// The caller's IP address: the peer, or whoever a trusted proxy names.
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/**
 * `peer` is empty if the peer has disconnected; then `forwardedFor` is ignored. `forwardedFor` is the header
 * X-Forwarded-For, to which each proxy appends its caller.
 */
export type CallerAddress = (peer: string, forwardedFor: string | undefined) => string;

/** Names that TRUSTED_PROXIES may have instead of networks. */
export const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** A look-up in the networks costs 1 µs, and proxies are few. */
const CACHED_VERDICTS_MAX = 1_000;

export function createIsTrusted(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = networksOf(trustedProxies);
  const verdicts = createGrowingLru<string, boolean>(CACHED_VERDICTS_MAX);
  return (given) => {
    const address = unmapped(given);
    const cached = verdicts.get(address);
    if (cached !== undefined) return cached;
    const family = familyOf(address);
    const verdict = trusted[family].check(address, family);
    verdicts.set(address, verdict);
    return verdict;
  };
}

/** Each door has one of its own, because each reports a disbelieved address only once. */
export function createCallerAddress(options: {
  /** Addresses, networks and names of NAMED_NETWORKS; empty to believe nobody. */
  readonly trustedProxies: readonly string[];
  /** Called for the first forwarded address that is not believed. */
  readonly onDisbelieved: () => void;
}): CallerAddress {
  const isTrusted = createIsTrusted(options.trustedProxies);
  let isReported = false;

  return (peer, forwardedFor) => {
    let address = unmapped(peer);
    if (forwardedFor === undefined || address === "") return address;
    if (!isTrusted(address)) {
      if (!isReported) options.onDisbelieved();
      isReported = true;
      return address;
    }
    // From the nearest proxy on. Entries that an untrusted caller has sent are not believed.
    for (const entry of forwardedFor.split(",").toReversed()) {
      const named = unmapped(withoutPort(entry.trim()));
      if (isIP(named) === 0) break;
      address = named;
      if (!isTrusted(address)) break;
    }
    return address;
  };
}

export function httpCallerAddress(callerAddress: CallerAddress) {
  return ({ socket, headers }: IncomingMessage): string =>
    callerAddress(socket.remoteAddress ?? "", headers["x-forwarded-for"] as string | undefined);
}

/** Two lists, because Node treats IPv4 as part of IPv6: `::/1` must not match 10.0.0.1. */
function networksOf(trustedProxies: readonly string[]) {
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of trustedProxies.flatMap((text) => NAMED_NETWORKS[text] ?? [text])) {
    const [given = "", bits] = network.split("/");
    const address = unmapped(given);
    const family = familyOf(address);
    const bitsOfAll = family === "ipv4" ? 32 : 128;
    const bitsOfPrefix = address === given ? 0 : MAPPED_BITS;
    const prefix = bits === undefined ? bitsOfAll : Number(bits) - bitsOfPrefix;
    networks[family].addSubnet(address, prefix, family);
  }
  return networks;
}

function familyOf(address: string) {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

/** The bits of an IPv6 address that mark it as IPv4. */
const MAPPED_BITS = 96;

/** `::ffff:192.0.2.7` is how a dual-stack socket writes 192.0.2.7; a zone (`fe80::1%eth0`) is local. */
function unmapped(address: string): string {
  const zone = address.indexOf("%");
  const bare = zone < 0 ? address : address.slice(0, zone);
  if (!bare.startsWith("::")) return bare;
  const ipv4 = bare.slice("::ffff:".length);
  return bare.toLowerCase().startsWith("::ffff:") && isIP(ipv4) === 4 ? ipv4 : bare;
}

/** Some proxies write `192.0.2.7:1234` and `[2001:db8::7]:1234`. */
const WITH_PORT = /^(?:\[(?<ipv6>[^\]]*)\]|(?<ipv4>[\d.]+))(?::\d+)?$/;

function withoutPort(entry: string): string {
  const { ipv6, ipv4 } = WITH_PORT.exec(entry)?.groups ?? {};
  return ipv6 ?? ipv4 ?? entry;
}

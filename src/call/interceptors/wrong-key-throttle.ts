import { isIPv6 } from "node:net";
import type { Clock } from "../../lib/time/clock.ts";
import { createTokenBuckets } from "../../lib/token-bucket.ts";
import { createTtlCache } from "../../lib/ttl-cache.ts";
import { LIMITS } from "../limits.ts";

/** Some 20 MB; beyond it, the least recently seen addresses are forgotten. */
const NETWORKS_MAX = 100_000;

/** How long a throttled address waits for a second look-up of an unknown key. Elsewhere a key works as soon as it is issued. */
const UNKNOWN_FOR_MS = 5_000;

/** What one address can look up in that time, about 1 MB. */
const UNKNOWN_KEYS_MAX = 5_000;

export type WrongKeyThrottle = ReturnType<typeof createWrongKeyThrottle>;

/**
 * Keeps key guessers from learning anything and from costing much. An address that has tried too many wrong keys may still
 * look keys up, within a budget, so that neighbours of a guesser are not locked out; but it is no longer told that a key
 * was wrong. Counts by address; one IPv6 /64 is one address.
 */
export function createWrongKeyThrottle({ clock }: { clock: Clock }) {
  const wrongKeys = createTokenBuckets({ clock, keysMax: NETWORKS_MAX });
  const lookUps = createTokenBuckets({ clock });
  const unknownKeys = createTtlCache<true>({ clock, max: UNKNOWN_KEYS_MAX, ttlMs: UNKNOWN_FOR_MS });

  return {
    /** Seconds until this address may look a key up; 0 means now, and takes one look-up if its wrong keys are used up. */
    waitSeconds(address: string, sha256: string): number {
      const network = addressNetwork(address);
      const waitMs = wrongKeys.waitMs(network, LIMITS.wrongKeys.max);
      if (waitMs === 0) return 0;
      if (unknownKeys.get(sha256) === true) return secondsOf(waitMs);
      return secondsOf(lookUps.take(network, LIMITS.lookUps.max));
    },
    /** Notes an unknown key. Returns the seconds until this address may learn that a key is wrong; 0 means now. */
    noteWrongKey(address: string, sha256: string): number {
      unknownKeys.set(sha256, true);
      return secondsOf(wrongKeys.take(addressNetwork(address), LIMITS.wrongKeys.max));
    },
  };
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1000);
}

const MAPPED_IPV4 = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The subscriber behind an address: an IPv4 address, or the first 64 bits of an IPv6 address, since the rest is chosen
 * freely (https://datatracker.ietf.org/doc/html/rfc6177). Anything else stands for itself.
 */
export function addressNetwork(address: string): string {
  const { ipv4 } = MAPPED_IPV4.exec(address)?.groups ?? {};
  if (ipv4 !== undefined) {
    return ipv4;
  }
  const [withoutZone = ""] = address.split("%");
  if (!isIPv6(withoutZone)) {
    return address;
  }
  const [head = "", tail = ""] = withoutZone.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailGroups = tail.split(":");
  const zeros = Math.max(0, 8 - groups.length - tailGroups.length);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...tailGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

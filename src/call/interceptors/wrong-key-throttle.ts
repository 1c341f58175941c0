import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";
import { createLimiter } from "../../limiter.ts";
import { LIMITS } from "../limits.ts";

/** Some 20 MB; beyond it the addresses that were quiet longest are forgotten. */
const NETWORKS_MAX = 100_000;

/** For so long a key that was unknown is not looked up again for a throttled address. For others it is good once issued. */
const UNKNOWN_FOR_MS = 5_000;

/** What one address can look up in that time: about 1 MB. */
const UNKNOWN_KEYS_MAX = 5_000;

/**
 * Keeps guessers from learning and from costing much. From an address that has tried too many wrong keys, a key that is
 * not known to be good is still looked up, within a budget: neighbours of a guesser are not locked out, and it is the
 * answer to the guess that is withheld.
 */
export interface WrongKeyThrottle {
  /** Seconds until a key may be looked up for this address; 0 when it may be now, which uses up the room for it. */
  waitSeconds(address: string, sha256: string): number;
  /** Notes a key that is unknown. Seconds until its caller may try another; 0 when that may be now. */
  noteWrongKey(address: string, sha256: string): number;
}

/** Counts by address; those of one IPv6 /64 are one. */
export function createWrongKeyThrottle({ clock }: { clock: Clock }): WrongKeyThrottle {
  const wrongKeys = createLimiter({ clock, keysMax: NETWORKS_MAX });
  const lookUps = createLimiter({ clock });
  const unknownSinceMs = new LRUCache<string, number>({ max: UNKNOWN_KEYS_MAX });

  /** A clock that was set back makes nothing last longer. */
  const wasUnknownOfLate = (sha256: string): boolean => {
    const sinceMs = unknownSinceMs.get(sha256) ?? Number.NaN;
    return Math.abs(clock.nowMs() - sinceMs) < UNKNOWN_FOR_MS;
  };

  return {
    waitSeconds: (address, sha256) => {
      const network = addressNetwork(address);
      const waitMs = wrongKeys.waitMs(network, LIMITS.wrongKeys.max);
      if (waitMs === 0) return 0;
      if (wasUnknownOfLate(sha256)) return secondsOf(waitMs);
      return secondsOf(lookUps.take(network, LIMITS.lookUps.max));
    },
    noteWrongKey: (address, sha256) => {
      unknownSinceMs.set(sha256, clock.nowMs());
      return secondsOf(wrongKeys.take(addressNetwork(address), LIMITS.wrongKeys.max));
    },
  };
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1000);
}

const MAPPED_IPV4 = /^::ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Whom an address belongs to, as far as it tells: an IPv4 address is one subscriber's, of an IPv6 address the first 64
 * bits are (https://datatracker.ietf.org/doc/html/rfc6177); the rest they choose freely. Anything else stands for itself.
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
  const [head = "", tail] = withoutZone.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - tailGroups.length);
  return [...groups, ...Array.from({ length: zeros }, () => "0"), ...tailGroups]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

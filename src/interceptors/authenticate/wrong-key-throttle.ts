import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../clock.ts";

/** More than anybody mistypes, far fewer than guessing takes. */
const WRONG_KEYS_MAX = 20;

const WINDOW_MS = 60_000;

/** Some 10 MB; beyond it the addresses that were quiet longest are forgotten. */
const NETWORKS_MAX = 100_000;

/** Keeps whoever tries keys from costing a look-up each. */
export interface WrongKeyThrottle {
  /** Seconds until another unfamiliar key may be tried from this address; 0 when it may be now. */
  waitSeconds(address: string): number;
  noteWrongKey(address: string): void;
}

/** Up to 20 wrong keys a minute from one address (of IPv6, one /64); the minute runs from the first. */
export function createWrongKeyThrottle({ clock }: { clock: Clock }): WrongKeyThrottle {
  const windows = new LRUCache<string, { wrongKeys: number; readonly endsAtMs: number }>({
    max: NETWORKS_MAX,
  });

  const openWindow = (address: string) => {
    const window = windows.get(addressNetwork(address));
    return window !== undefined && clock.nowMs() < window.endsAtMs ? window : undefined;
  };

  return {
    waitSeconds: (address) => {
      const window = openWindow(address);
      return window === undefined || window.wrongKeys < WRONG_KEYS_MAX
        ? 0
        : Math.ceil((window.endsAtMs - clock.nowMs()) / 1000);
    },
    noteWrongKey: (address) => {
      const window = openWindow(address);
      if (window === undefined) {
        windows.set(addressNetwork(address), { wrongKeys: 1, endsAtMs: clock.nowMs() + WINDOW_MS });
      } else {
        window.wrongKeys += 1;
      }
    },
  };
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

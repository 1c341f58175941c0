import { isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { type Budget, createBudget } from "../../budget.ts";
import type { Clock } from "../../clock.ts";

/** More than anybody mistypes, far fewer than guessing takes. */
const WRONG_KEYS_MAX = 20;

const WINDOW_MS = 60_000;

/** Some 20 MB; beyond it the addresses that were quiet longest are forgotten. */
const NETWORKS_MAX = 100_000;

/**
 * Unfamiliar keys a second that are looked up for one throttled address. A look-up takes 8 µs of the 100 that a refusal
 * costs anyway, so the budget leaves room beside 500 guesses a second for the first call of a customer behind the same address;
 * who guesses faster delays that call until one of its attempts finds room. It keeps a store from many more.
 */
const LOOK_UPS_A_SECOND = 1_000;
const SECOND_MS = 1_000;

/** For so long a key that was unknown is not looked up again for a throttled address. For others it is good once issued. */
const UNKNOWN_FOR_MS = 5_000;

/** What one address can look up in that time: about 1 MB. */
const UNKNOWN_KEYS_MAX = 5_000;

/** After this time the budget has room again. */
const NO_ROOM_SECONDS = 1;

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

interface Window {
  readonly startedAtMs: number;
  wrongKeys: number;
  /** From when it is throttled on. */
  lookUps: Budget | undefined;
}

/** Throttles an address (of IPv6, one /64) after 20 wrong keys in a minute, which runs from the first. */
export function createWrongKeyThrottle({ clock }: { clock: Clock }): WrongKeyThrottle {
  const windows = new LRUCache<string, Window>({ max: NETWORKS_MAX });
  const unknownSinceMs = new LRUCache<string, number>({ max: UNKNOWN_KEYS_MAX });

  const openWindow = (network: string) => {
    const window = windows.get(network);
    return window !== undefined && isWithin(WINDOW_MS, window.startedAtMs, clock.nowMs())
      ? window
      : undefined;
  };

  const secondsLeft = ({ startedAtMs }: Window) =>
    Math.ceil((startedAtMs + WINDOW_MS - clock.nowMs()) / 1000);

  const takeLookUp = (window: Window): boolean => {
    window.lookUps ??= createBudget(clock);
    return window.lookUps.take(SECOND_MS / LOOK_UPS_A_SECOND, SECOND_MS) === 0;
  };

  return {
    waitSeconds: (address, sha256) => {
      const window = openWindow(addressNetwork(address));
      if (window === undefined || window.wrongKeys < WRONG_KEYS_MAX) return 0;
      if (isWithin(UNKNOWN_FOR_MS, unknownSinceMs.get(sha256), clock.nowMs())) return secondsLeft(window);
      return takeLookUp(window) ? 0 : NO_ROOM_SECONDS;
    },
    noteWrongKey: (address, sha256) => {
      const nowMs = clock.nowMs();
      unknownSinceMs.set(sha256, nowMs);
      const network = addressNetwork(address);
      const window = openWindow(network);
      if (window === undefined) {
        windows.set(network, { startedAtMs: nowMs, wrongKeys: 1, lookUps: undefined });
        return 0;
      }
      window.wrongKeys += 1;
      return window.wrongKeys <= WRONG_KEYS_MAX ? 0 : secondsLeft(window);
    },
  };
}

/** A clock that was set back makes nothing last longer. */
function isWithin(ms: number, sinceMs: number | undefined, nowMs: number): boolean {
  return sinceMs !== undefined && nowMs >= sinceMs && nowMs - sinceMs < ms;
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

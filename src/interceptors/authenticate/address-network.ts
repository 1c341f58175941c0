import { isIPv6 } from "node:net";

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

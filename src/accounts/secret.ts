// The text of a key or token: a prefix that says what it is (`wsk_`, `wpk_` or `wsa_`), 32 random base62 characters (190
// bits), and 6 that are the CRC-32 of everything before them, in base62.
//
// The checksum tells a typo from an unknown secret without a look-up, and is no secret itself. It catches every single wrong
// character and every swap of two neighbours: CRC-32 detects any change within 32 consecutive bits, a checksum has one
// spelling only, and no swap across the border of the two passes (checked for all pairs of digits). Of other changes, one in
// 4.3 billion passes.
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomText } from "./random-text.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHECKSUM_LENGTH = 6;

/** A new secret. Only its SHA-256 is ever stored: show it to its owner now or never. */
export function createSecret(prefix: "wsk_" | "wpk_" | "wsa_"): string {
  const checked = prefix + randomText(BASE62, 32);
  return checked + checksumOf(checked);
}

/** Whether the last characters of a text are the checksum of the others; false for a secret with a typo. */
export function hasChecksum(text: string): boolean {
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH));
}

/** Lower-case hex. A plain hash is enough: nobody can try out 190 random bits. */
export function secretSha256(text: string): string {
  return hash("sha256", text);
}

/** Six digits hold every CRC-32: 62^6 is 5.7e10, 2^32 is 4.3e9. */
function checksumOf(checked: string): string {
  let digits = "";
  let rest = crc32(checked);
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

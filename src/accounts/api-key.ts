// The text of an API key (`wsk_`, publishable `wpk_`) or of an administrator's token (`wsa_`): the prefix, 32 random base62
// characters (190 bits), and 6 that are the CRC-32 of everything before them, in base62.
//
// The checksum tells a typo from an unknown secret without a look-up, and is no secret itself. It detects every single
// wrong character and every swap of two neighbours: CRC-32 detects any change within 32 consecutive bits, a checksum
// has only one spelling, and swapping the last random character with the checksum's first digit is always detected
// (checked for all pairs). Of other changes, one in 4.3 billion is not detected.
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomText } from "./random-text.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Six digits hold every CRC-32: 62^6 is 5.7e10, 2^32 is 4.3e9. */
const CHECKSUM_LENGTH = 6;

const KEY_SHAPE = /^w[sp]k_[0-9A-Za-z]{38}$/;

/** A new key, secret (`wsk_`) or publishable (`wpk_`). */
export function createApiKey(prefix: "wsk_" | "wpk_" = "wsk_"): string {
  return createSecret(prefix);
}

/** A new key or token. Only its SHA-256 is ever stored: show it to its owner now or never. */
export function createSecret(prefix: "wsk_" | "wpk_" | "wsa_"): string {
  const checked = prefix + randomText(BASE62, 32);
  let digits = "";
  let rest = crc32(checked);
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return checked + digits;
}

/** The key may still be unknown or revoked. */
export function isWellFormedApiKey(text: string): boolean {
  return hasShapeAndChecksum(text, KEY_SHAPE);
}

/** Whether a text matches `shape` and ends with the right checksum. `shape` must end with at least 6 base62 characters. */
export function hasShapeAndChecksum(text: string, shape: RegExp): boolean {
  if (!shape.test(text)) return false;
  const checkedLength = text.length - CHECKSUM_LENGTH;
  // Runs for every call: comparing numbers allocates less than writing the checksum as text.
  let checksum = 0;
  for (let index = checkedLength; index < text.length; index += 1) {
    checksum = checksum * BASE62.length + BASE62.indexOf(text.charAt(index));
  }
  return checksum === crc32(text.slice(0, checkedLength));
}

/** Lower-case hex. A plain hash is enough: nobody can try out 190 random bits. */
export function secretSha256(text: string): string {
  return hash("sha256", text);
}

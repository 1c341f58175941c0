// `wsk_` (secret) or `wpk_` (publishable), 32 random base62 characters (190 bits), and 6 that are the CRC-32 of everything
// before them, in base62.
//
// The checksum tells a typo from an unknown key without a look-up; it holds no secret. It catches every single wrong
// character and every two neighbours swapped: CRC-32 sees any change confined to 32 consecutive bits, a checksum has
// one spelling only, and no swap across the border of the two satisfies both (all pairs of digits worked out). A wilder
// change slips through once in 4.3 billion.
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomText } from "./random-text.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_SHAPE = /^w[sp]k_[0-9A-Za-z]{38}$/;
const CHECKSUM_LENGTH = 6;

/** A new key. Only its SHA-256 is ever stored: show it to its owner now or never. */
export function createApiKey(prefix: "wsk_" | "wpk_" = "wsk_"): string {
  const checked = prefix + randomText({ alphabet: BASE62, length: 32 });
  return checked + checksumOf(checked);
}

/** Whether a text is a key as createApiKey makes them; false for one with a typo. Says nothing about an owner. */
export function isWellFormedApiKey(text: string): boolean {
  return KEY_SHAPE.test(text) && text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH));
}

/** Lower-case hex. A plain hash is enough: nobody can try out 190 random bits. */
export function apiKeySha256(text: string): string {
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

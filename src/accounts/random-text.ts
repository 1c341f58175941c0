import { randomInt } from "node:crypto";

const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz";

/** `acc_` or `key_` and 12 random letters: 9.5e16 possibilities, easy to read out and to double-click. */
export function randomId(kind: "acc" | "key"): string {
  return `${kind}_${randomText(LOWER_CASE, 12)}`;
}

/** Independent characters from the cryptographic generator, each equally likely. */
export function randomText(alphabet: string, length: number): string {
  // randomInt is unbiased, unlike a bare `byte % 62`.
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

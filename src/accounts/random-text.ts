import { randomInt } from "node:crypto";

const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz";

/** `acc_` or `key_` and 12 random letters: 9.5e16 of them, and nothing that is hard to read out or to double-click. */
export function randomId(kind: "acc" | "key"): string {
  return `${kind}_${randomText({ alphabet: LOWER_CASE, length: 12 })}`;
}

/** Characters drawn independently by the cryptographic generator, each of the alphabet equally likely. */
export function randomText({
  alphabet,
  length,
}: {
  readonly alphabet: string;
  readonly length: number;
}): string {
  // randomInt rejects what would favour the first characters, as a bare `byte % 62` does.
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

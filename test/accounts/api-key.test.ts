import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { secretSha256, createApiKey, isWellFormedApiKey } from "../../src/accounts/api-key.ts";
import { isPublishableKey } from "../../src/accounts/key.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_LENGTH = 42;

function replaced(key: string, index: number, text: string): string {
  return key.slice(0, index) + text + key.slice(index + text.length);
}

/** Appends to the text the checksum that `createApiKey` would give it. */
function withChecksum(text: string): string {
  let digits = "";
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62)) {
    digits = BASE62.charAt(rest % 62) + digits;
  }
  return text + digits;
}

describe("createApiKey", () => {
  it("makes well-formed keys that all differ", () => {
    const keys = Array.from({ length: 500 }, () => createApiKey());
    expect(new Set(keys).size).toBe(500);
    expect(keys.filter((key) => !isWellFormedApiKey(key))).toEqual([]);
    expect(keys.filter((key) => key.length !== KEY_LENGTH)).toEqual([]);
  });

  it("makes well-formed publishable keys, recognised by their prefix", () => {
    const key = createApiKey("wpk_");
    expect([isWellFormedApiKey(key), key.length, isPublishableKey(key)]).toEqual([true, KEY_LENGTH, true]);
    expect(isPublishableKey(createApiKey())).toBe(false);
    expect(isWellFormedApiKey(key.replace("wpk_", "wsk_"))).toBe(false);
  });

  it("draws every character of the alphabet equally often", () => {
    const drawn = Array.from({ length: 2000 }, () => createApiKey().slice(4, 36)).join("");
    const expected = drawn.length / BASE62.length;
    // 64,000 draws, 1,032 expected of each character, standard deviation 32. Chance exceeds six deviations once in
    // 10 million runs. `byte % 62` would draw the first eight characters 25% more often: seven deviations.
    for (const character of BASE62) {
      const count = drawn.split(character).length - 1;
      expect(Math.abs(count - expected), `${character}: ${count}`).toBeLessThan(6 * Math.sqrt(expected));
    }
  });
});

describe("isWellFormedApiKey", () => {
  it("accepts a key made long ago: the way to compute the checksum never changes", () => {
    expect(isWellFormedApiKey("wsk_B63UkK5ItHXyOTDE97t8gayXFbL1Z66f0ioYqC")).toBe(true);
  });

  it.each([
    { name: "a key", text: `wsk_${"a".repeat(32)}`, expected: true },
    { name: "a key after another character", text: `xwsk_${"a".repeat(32)}`, expected: false },
    { name: "a key with one character too many", text: `wsk_${"a".repeat(33)}`, expected: false },
    { name: "a key with one character missing", text: `wsk_${"a".repeat(31)}`, expected: false },
    { name: "a key with a character outside the alphabet", text: `wsk_${"a".repeat(31)}-`, expected: false },
  ])("returns $expected for $name and the right checksum", ({ text, expected }) => {
    expect(isWellFormedApiKey(withChecksum(text))).toBe(expected);
  });

  it("refuses a key with any one character wrong", () => {
    for (const key of Array.from({ length: 20 }, () => createApiKey())) {
      for (let index = 0; index < key.length; index += 1) {
        const typos = [...`${BASE62}_- é`].filter((character) => character !== key[index]);
        const missed = typos.map((typo) => replaced(key, index, typo)).filter(isWellFormedApiKey);
        expect(missed).toEqual([]);
      }
    }
  });
});

describe("secretSha256", () => {
  it("is the SHA-256 in lower-case hex", () => {
    // FIPS 180-2, appendix B.1
    expect(secretSha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

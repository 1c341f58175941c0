import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { SURFACES } from "../../src/scoring/sports/profiles.ts";
import { SPORTS } from "../../src/scoring/sports/sports.ts";

/**
 * SHA-256 of all numbers of sports, aliases and surfaces, by model version. If a number changes, the model needs a new
 * version, and that version a line here. The line of an older version is never edited. The hashes of versions 1 and 2 come
 * from the specification, and have no aliases.
 */
const FINGERPRINTS: Readonly<Record<string, string>> = {
  "1": "0f2af70f0d4cf57879f601019e78752dc1eaab69919371e5978b3c3cb82ac8d5",
  "2": "a56a5e75ff8c7b312385a745f3f8556547b9b36cba984c3c3b94e48fc1df2b7d",
  "3": "9eee1aed30e843d17229e4b39d72bf5429c644b8037859c35ad20eaa925dc398",
};

test("a model version stands for the same numbers for ever, down to the last point of a curve", () => {
  // Labels change no score.
  const numbers = SPORTS.map(({ id, numbers, aliases }) => {
    const ofAliases = Object.entries(aliases).map(([alias, own]) => [alias, own.numbers ?? null]);
    return [id, numbers, ofAliases];
  });
  expect(FINGERPRINTS[MODEL_VERSION]).toBe(hash("sha256", JSON.stringify([numbers, SURFACES])));
});

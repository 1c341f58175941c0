import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { PROFILES, SURFACES } from "../../src/scoring/sports/profiles.ts";

/**
 * SHA-256 of every number of the sports and surfaces, by the model version that has them. A change of one of them needs
 * a new version and its line here; the line of an older one is never edited. Those of 1 and 2 are the specification's.
 */
const FINGERPRINTS: Readonly<Record<string, string>> = {
  "1": "0f2af70f0d4cf57879f601019e78752dc1eaab69919371e5978b3c3cb82ac8d5",
  "2": "a56a5e75ff8c7b312385a745f3f8556547b9b36cba984c3c3b94e48fc1df2b7d",
};

test("a model version stands for the same numbers for ever, down to the last point of a curve", () => {
  // Other words and names change no score.
  const numbers = PROFILES.map(({ label: _label, aliases: _aliases, ...rest }) => rest);
  expect(FINGERPRINTS[MODEL_VERSION]).toBe(hash("sha256", JSON.stringify([numbers, SURFACES])));
});

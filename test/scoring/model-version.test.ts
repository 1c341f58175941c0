import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { MODEL_VERSION } from "../../src/scoring/model-version.ts";
import { PROFILES, SURFACES } from "../../src/scoring/sports/profiles.ts";

/**
 * SHA-256 of all numbers of the sports and surfaces, by model version. If a number changes, the model needs a new version,
 * and that version a line here. The line of an older version is never edited. The hashes of versions 1 and 2 come from
 * the specification.
 */
const FINGERPRINTS: Readonly<Record<string, string>> = {
  "1": "0f2af70f0d4cf57879f601019e78752dc1eaab69919371e5978b3c3cb82ac8d5",
  "2": "a56a5e75ff8c7b312385a745f3f8556547b9b36cba984c3c3b94e48fc1df2b7d",
};

test("a model version stands for the same numbers for ever, down to the last point of a curve", () => {
  // Labels and aliases change no score.
  const numbers = PROFILES.map(({ label: _label, aliases: _aliases, ...rest }) => rest);
  expect(FINGERPRINTS[MODEL_VERSION]).toBe(hash("sha256", JSON.stringify([numbers, SURFACES])));
});

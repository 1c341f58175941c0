// Settings that name a JSON file: ODDS_FILE, PLANS_FILE and SPORTS_FILE. Files are read once, at the start.
import { readFileSync } from "node:fs";
import type { Plan } from "../../accounts/plans/plan.ts";
import { plansFromJson } from "../../accounts/plans/plans-from-json.ts";
import committed from "../../scoring/odds/open-meteo-nyc-2025.json" with { type: "json" };
import { withoutMark } from "../../lib/without-mark.ts";
import { oddsFitFromJson, type OddsFit } from "../../scoring/odds/fit.ts";
import { sharedSportsFromJson, type SharedSports } from "../../scoring/sports/custom-profile.ts";
import { ConfigError, type SettingReader } from "./setting-values.ts";

/** Used unless the operator has a fit of their own; a test checks that it is valid. */
export const COMMITTED_ODDS: OddsFit = committed;

export const readOddsFile: SettingReader<OddsFit> = (path, name) =>
  readJsonFile(path, `${name} must be a file that \`npm run verify -- --out\` writes`, oddsFitFromJson).fit;

export const readPlansFile: SettingReader<readonly Plan[]> = (path, name) =>
  readJsonFile(path, `${name} must be a file of plans as \`plans --json\` prints them`, plansFromJson).plans;

export const readSportsFile: SettingReader<SharedSports> = (path, name) => {
  const expected = `${name} must be a file with a JSON list of sports, each as \`sports set\` takes it`;
  return readJsonFile(path, expected, sharedSportsFromJson).sports;
};

/** Throws a ConfigError: one line with all problems. */
function readJsonFile<T extends object>(
  path: string,
  expected: string,
  read: (text: string) => T | { readonly problems: readonly string[] },
): T {
  // Names in the file may contain line breaks.
  const wrong = (problem: string) =>
    new ConfigError(`${expected}; cannot use ${path}: ${problem}`.replaceAll(/\s+/g, " "));
  let text: string;
  try {
    text = withoutMark(readFileSync(path, "utf8"));
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  const found = read(text);
  if ("problems" in found) throw wrong(found.problems.join(" "));
  return found;
}

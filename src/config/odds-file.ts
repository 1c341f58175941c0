import { readFileSync } from "node:fs";
import committed from "../scoring/odds/open-meteo-nyc-2025.json" with { type: "json" };
import { oddsFitFromJson, type OddsFit } from "../scoring/odds/fit.ts";
import { ConfigError } from "./config-error.ts";
import type { SettingReader } from "./setting-values.ts";

/** In use unless an operator has a fit of their own; a test holds that it is one. */
export const COMMITTED_ODDS: OddsFit = committed;

/** Read at the start and not again: the coefficients that a process answers with do not change. */
export const readOddsFile: SettingReader<OddsFit> = (path, name) => {
  const read = oddsFitFromJson(fileText(path, name));
  if ("problems" in read) throw wrongFile(name, path, read.problems.join(" "));
  return read.fit;
};

function fileText(path: string, name: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrongFile(name, path, error instanceof Error ? error.message : String(error));
  }
}

function wrongFile(name: string, path: string, problem: string): ConfigError {
  return new ConfigError(
    `${name} must be a file that \`npm run verify -- --out\` writes; of ${path}: ${problem}`,
  );
}

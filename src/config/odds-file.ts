import committed from "../scoring/odds/open-meteo-nyc-2025.json" with { type: "json" };
import { oddsFitFromJson, type OddsFit } from "../scoring/odds/fit.ts";
import { readSettingFile } from "./setting-file.ts";
import type { SettingReader } from "./setting-values.ts";

/** In use unless an operator has a fit of their own; a test holds that it is one. */
export const COMMITTED_ODDS: OddsFit = committed;

export const readOddsFile: SettingReader<OddsFit> = (path, name) => {
  const expected = "a file that `npm run verify -- --out` writes";
  return readSettingFile(path, { name, expected, read: oddsFitFromJson }).fit;
};

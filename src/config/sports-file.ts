import { sharedSportsFromJson, type SharedSports } from "../scoring/sports/custom-profile.ts";
import { readSettingFile } from "./setting-file.ts";
import type { SettingReader } from "./setting-values.ts";

export const readSportsFile: SettingReader<SharedSports> = (path, name) => {
  const expected = "a file with a JSON list of sports, each as `sports set` takes it";
  return readSettingFile(path, { name, expected, read: sharedSportsFromJson }).sports;
};

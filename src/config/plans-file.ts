import type { Plan } from "../accounts/plans/plan.ts";
import { plansFromJson } from "../accounts/plans/plans-from-json.ts";
import { readSettingFile } from "./setting-file.ts";
import type { SettingReader } from "./setting-values.ts";

export const readPlansFile: SettingReader<readonly Plan[]> = (path, name) => {
  const expected = "a file of plans as `plans --json` prints them";
  return readSettingFile(path, { name, expected, read: plansFromJson }).plans;
};

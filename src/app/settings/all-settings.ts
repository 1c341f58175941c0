// The settings of the core and of the modules, for docs/operations.md and `bin/suitability serve --help`.
import { MODULES } from "../all-modules.ts";
import type { SettingsTable } from "./setting.ts";
import { SETTING_GROUPS } from "./settings.ts";

/** In the order of docs/operations.md, by the headings there. */
export const ALL_SETTING_GROUPS: Readonly<Record<string, SettingsTable>> = Object.assign(
  {},
  SETTING_GROUPS,
  ...MODULES.map(({ settings }) => settings),
);

export const ALL_SETTINGS: SettingsTable = Object.assign({}, ...Object.values(ALL_SETTING_GROUPS));

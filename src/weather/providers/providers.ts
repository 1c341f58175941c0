// The providers of weather. A new one needs a folder like those beside it and its two lines here.
import type { SettingsTable, SettingValues } from "../../app/settings/setting.ts";
import { metNorway } from "./met-norway/provider.ts";
import { openMeteo } from "./open-meteo/provider.ts";
import type { NamedSource, Provider } from "./provider.ts";
import { SIMULATED } from "./simulated/simulated.ts";

/** Pages list them in this order; WEATHER_SOURCES has the order of preference. */
const LISTED = [openMeteo, metNorway] as const;

export type ProviderName = (typeof LISTED)[number]["name"];

export const PROVIDERS: readonly Provider<ProviderName>[] = LISTED;

/** All that may be named as the source of a forecast. */
export const NAMED_SOURCES: readonly NamedSource[] = [...LISTED, SIMULATED];

/** The settings of all providers. */
export const PROVIDER_SETTINGS: SettingsTable = Object.assign({}, ...LISTED.map(({ settings }) => settings));

type Tables = (typeof LISTED)[number]["settings"];
type SettingIn<Table> = Table extends unknown ? keyof Table : never;
type ValueIn<Table, Setting> = Table extends SettingsTable
  ? Setting extends keyof Table
    ? SettingValues<Table>[Setting]
    : never
  : never;

/** Their values, by the names of the settings. */
export type ProviderSettings = { readonly [Setting in SettingIn<Tables>]: ValueIn<Tables, Setting> };

/** Whether the setting without which a provider is skipped has a value. */
export function hasWhatItNeeds({ needs }: Provider, settings: ProviderSettings): boolean {
  return needs === undefined || settings[needs.setting as keyof ProviderSettings] !== undefined;
}

import type { SettingsTable } from "../../app/settings/setting.ts";
import { readText, type SettingReader } from "../../app/settings/setting-values.ts";

const readHexColor = readText((text) => /^#[\da-f]{6}$/i.test(text), "a colour such as #2557d6");

const readColor: SettingReader<string> = (text, name) => readHexColor(text, name).toLowerCase();

export const PAGES_SETTINGS = {
  BRAND_COLOR: {
    read: readColor,
    help: "any colour, such as `#2557d6`, for a stripe above each page and behind the drawing of the icon. Text, links and buttons keep their own colours, so that everything stays readable",
  },
} satisfies SettingsTable;

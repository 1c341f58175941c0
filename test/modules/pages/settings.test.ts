import { describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { settingsOf } from "../../../src/app/settings/core-config.ts";
import { ConfigError } from "../../../src/app/settings/setting-values.ts";
import { PAGES_SETTINGS } from "../../../src/modules/pages/settings.ts";

describe("the settings of the pages", () => {
  it.each([
    ["#C02060", "#c02060"],
    ["", undefined],
  ])("read BRAND_COLOR=%s", (text, value) => {
    const settings = settingsOf(configFromEnvironment({ BRAND_COLOR: text }), PAGES_SETTINGS);
    expect(settings).toEqual({ BRAND_COLOR: value });
  });

  it.each(["red", "#2557d6; } body { display: none"])(
    "refuse BRAND_COLOR=%s in a line that names the setting",
    (text) => {
      const read = () => configFromEnvironment({ BRAND_COLOR: text });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(/^BRAND_COLOR must be [^\n]*$/);
    },
  );
});

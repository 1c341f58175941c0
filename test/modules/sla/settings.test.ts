import { describe, expect, it } from "vitest";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { settingsOf } from "../../../src/app/settings/core-config.ts";
import { ConfigError } from "../../../src/app/settings/setting-values.ts";
import { SLA_SETTINGS } from "../../../src/modules/sla/settings.ts";

describe("the settings of the SLA", () => {
  it.each([
    ["PROMETHEUS_URL", "http://prometheus:9090/prefix", "http://prometheus:9090/prefix"],
    ["PROMETHEUS_URL", "", undefined],
    ["SLA_AVAILABILITY_PERCENT", "99.95", 0.9995],
    ["SLA_AVAILABILITY_PERCENT", "", 0.999],
    ["SLA_IN_TIME_PERCENT", "95", 0.95],
    ["SLA_IN_TIME_PERCENT", "", 0.99],
  ])("read %s=%s", (name, text, value) => {
    const settings = settingsOf(configFromEnvironment({ [name]: text }), SLA_SETTINGS);
    expect(settings).toHaveProperty(name, value);
  });

  it.each([
    ["PROMETHEUS_URL", "htp://user:secret@prometheus:9090"],
    ["PROMETHEUS_URL", "htp://prometheus:9090?token=secret"],
    ["SLA_AVAILABILITY_PERCENT", "100"],
    ["SLA_AVAILABILITY_PERCENT", "0.999"],
    ["SLA_IN_TIME_PERCENT", "99 %"],
  ])("refuse %s=%s in a line that names the setting", (name, text) => {
    const read = () => configFromEnvironment({ [name]: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must be [^\\n]*$`));
    expect(read).not.toThrow(/secret/);
  });

  it("are known, so that a misspelt name stops the start", () => {
    expect(() => configFromEnvironment({ PROMETEUS_URL: "http://prometheus:9090" })).toThrow(
      "PROMETEUS_URL is not a setting; did you mean PROMETHEUS_URL?",
    );
  });
});

import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/app/settings/setting-values.ts";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { settingsOf } from "../../../src/app/settings/core-config.ts";
import { ADMINISTRATION, adminSettings } from "../../../src/modules/admin-http/settings.ts";

const TOKENS = { ADMIN_TOKEN_FILE: "/etc/tokens" };
const TLS = { ADMIN_TLS_CERT_FILE: "/tls/cert", ADMIN_TLS_KEY_FILE: "/tls/key" };

const settingsFrom = (environment: Readonly<Record<string, string>>) =>
  adminSettings(settingsOf(configFromEnvironment(environment), ADMINISTRATION));

describe("the settings of the administration", () => {
  it("are unset by default: accounts are not administered over HTTP", () => {
    expect(settingsFrom({})).toBeUndefined();
  });

  it.each(["127.0.0.1:0", "127.8.9.1:8443", "[::1]:8443", "localhost:8443"])(
    "need no TLS on the loopback interface: %s",
    (listen) => {
      expect(settingsFrom({ ADMIN_LISTEN: listen, ...TOKENS })).toMatchObject({
        tokenFile: { name: "ADMIN_TOKEN_FILE", path: "/etc/tokens" },
        tls: undefined,
      });
    },
  );

  it.each([
    "0.0.0.0:8443",
    "[::]:8443",
    "10.0.0.1:8443",
    "admin.example:8443",
    "[::ffff:127.0.0.1]:8443",
    "127.example:8443",
  ])("need TLS on any other address: %s", (listen) => {
    const settings = { ADMIN_LISTEN: listen, ...TOKENS };
    expect(() => configFromEnvironment(settings)).toThrow(
      /^ADMIN_LISTEN needs ADMIN_TLS_CERT_FILE and ADMIN_TLS_KEY_FILE/,
    );
    expect(settingsFrom({ ...settings, ...TLS })).toMatchObject({
      tls: { identity: { certificate: { path: "/tls/cert" }, privateKey: { path: "/tls/key" } } },
    });
  });

  it.each([
    [{ ADMIN_LISTEN: "127.0.0.1:8443" }, "ADMIN_LISTEN needs ADMIN_TOKEN_FILE"],
    [TOKENS, "ADMIN_TOKEN_FILE needs ADMIN_LISTEN"],
    [TLS, "ADMIN_TLS_CERT_FILE needs ADMIN_LISTEN"],
    [
      { ADMIN_LISTEN: "127.0.0.1:1", ...TOKENS, ADMIN_TLS_CERT_FILE: "/tls/cert" },
      "ADMIN_TLS_CERT_FILE needs ADMIN_TLS_KEY_FILE",
    ],
  ])("make sense only together: %j", (settings, line) => {
    expect(() => configFromEnvironment(settings)).toThrow(new ConfigError(line));
  });
});

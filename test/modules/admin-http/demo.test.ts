import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configFromEnvironment } from "../../../src/app/settings/config.ts";
import { openAdminDemo } from "../../../src/modules/admin-http/demo.ts";
import { ADMINISTRATION, adminSettings } from "../../../src/modules/admin-http/settings.ts";
import { folderOfTest } from "../../support/programs/folder-of-test.ts";

const STARTED = { ports: { admin: 4 }, plan: "free" };
const TLS = { ADMIN_TLS_CERT_FILE: "cert.pem", ADMIN_TLS_KEY_FILE: "key.pem" };
const WITH_TLS = { ADMIN_LISTEN: "0.0.0.0:4", ADMIN_TOKEN_FILE: "/etc/tokens", ...TLS };

it.each([
  ["without TLS", {}, /^  curl -H .* http:\/\/127\.0\.0\.1:4\/admin\/v1\/accounts$/m],
  ["with TLS", WITH_TLS, /^  curl --insecure -H .* https:\/\/127\.0\.0\.1:4\/admin\/v1\/accounts$/m],
])("the demo's line for a shop speaks to a port %s", (_name, environment, line) => {
  const demo = openAdminDemo(configFromEnvironment(environment), folderOfTest());
  expect(demo.text(STARTED)).toMatch(line);
});

it("the demo's administration has a token of its own, at the address of the settings or else on the loopback interface", () => {
  const addresses = [{}, WITH_TLS].map((environment) => {
    const { settings, json } = openAdminDemo(configFromEnvironment(environment), folderOfTest());
    const admin = adminSettings(settings.get(ADMINISTRATION) as Parameters<typeof adminSettings>[0]);
    expect(readFileSync(admin?.tokenFile.path ?? "", "utf8")).toMatch(/^demo:accounts:/);
    expect(json(STARTED)["admin_token"]).toMatch(/^wsa_/);
    return admin?.listen;
  });
  expect(addresses).toEqual([
    { host: "127.0.0.1", port: 0 },
    { host: "0.0.0.0", port: 4 },
  ]);
});

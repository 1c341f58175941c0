// The demo's administration: with its token, newcomers make an account as a shop does.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAdminToken } from "./tokens.ts";
import type { OpenDemo } from "../../app/module.ts";
import { settingsOf } from "../../app/settings/core-config.ts";
import { ADMINISTRATION } from "./settings.ts";

/**
 * It listens at the address of the settings or, without one, at a free port of the loopback interface. Its token is valid
 * until the demo ends.
 */
export const openAdminDemo: OpenDemo = (config, folder) => {
  const set = settingsOf(config, ADMINISTRATION);
  const { token, line } = createAdminToken({ name: "demo", right: "accounts" });
  const tokenFile = { name: "ADMIN_TOKEN_FILE", path: join(folder, "tokens") };
  writeFileSync(tokenFile.path, line);
  const listen = set.ADMIN_LISTEN ?? { host: "127.0.0.1", port: 0 };
  const isTls = set.ADMIN_TLS_CERT_FILE !== undefined;
  const url = ({ admin }: Readonly<Record<string, number>>) =>
    `${isTls ? "https" : "http"}://127.0.0.1:${admin}`;
  return {
    settings: new Map([[ADMINISTRATION, { ...set, ADMIN_LISTEN: listen, ADMIN_TOKEN_FILE: tokenFile }]]),
    text: ({ ports, plan }) => {
      // Certificates are seldom for 127.0.0.1, so they are not checked.
      const curl = `curl${isTls ? " --insecure" : ""} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json'`;
      const post = (path: string, body: object) =>
        `${curl} -d '${JSON.stringify(body)}' ${url(ports)}/admin/v1${path}`;
      return `\
Sell it: make an account as a shop does, and its key (docs/reselling.md#accounts-over-http):
  ${post("/accounts", { external_ref: "order-1", name: "Court Finder", plan })}
  ${post("/accounts/ref:order-1/keys", { label: "order" })}`;
    },
    json: ({ ports }) => ({ admin: url(ports), admin_token: token }),
  };
};

// The address, tokens and TLS of accounts over HTTP: settings that only make sense together.
import { isIP } from "node:net";
import type { SettingsTable, SettingValues } from "../../app/settings/setting.ts";
import {
  ConfigError,
  type ListenAddress,
  readFilePath,
  readListenAddress,
} from "../../app/settings/setting-values.ts";
import { identityFrom } from "../../app/settings/tls-settings.ts";
import type { NamedFile } from "../../doors/http/tls/read-certificates.ts";

export const ADMINISTRATION = {
  ADMIN_LISTEN: {
    read: readListenAddress,
    lookalikes: ["ADMIN_PORT"],
    help: "the port of [accounts over HTTP](reselling.md#accounts-over-http), such as `127.0.0.1:8443`; without it they are off. For `--role all`, `core` and `admin`. Beyond the loopback interface it needs TLS",
  },
  ADMIN_TOKEN_FILE: {
    read: readFilePath,
    help: "the lines that `admin new-token` prints, one for each token; required with `ADMIN_LISTEN`. Empty lines and lines that begin with `#` are ignored. The file is read at the start: restart after a change",
  },
  ADMIN_TLS_CERT_FILE: {
    read: readFilePath,
    help: "a PEM file; with it `ADMIN_LISTEN` speaks only HTTPS",
  },
  ADMIN_TLS_KEY_FILE: { read: readFilePath, help: "the private key of that certificate" },
} satisfies SettingsTable;

export interface AdminSettings {
  readonly listen: ListenAddress;
  /** A token in each line. */
  readonly tokenFile: NamedFile;
  /** May be undefined on the loopback interface alone. */
  readonly tls: { readonly identity: NonNullable<ReturnType<typeof identityFrom>> } | undefined;
}

/** Undefined if accounts are not administered over HTTP (the default). Throws a ConfigError. */
export function adminSettings(set: SettingValues<typeof ADMINISTRATION>): AdminSettings | undefined {
  const { ADMIN_LISTEN: listen, ADMIN_TOKEN_FILE: tokenFile } = set;
  const fileOf = (name: "ADMIN_TLS_CERT_FILE" | "ADMIN_TLS_KEY_FILE") => set[name];
  const identity = identityFrom(fileOf, "ADMIN_TLS_CERT_FILE", "ADMIN_TLS_KEY_FILE");
  if (listen === undefined) {
    const alone = tokenFile ?? identity?.certificate;
    if (alone !== undefined) throw new ConfigError(`${alone.name} needs ADMIN_LISTEN`);
    return undefined;
  }
  if (tokenFile === undefined) throw new ConfigError("ADMIN_LISTEN needs ADMIN_TOKEN_FILE");
  if (identity === undefined && !isLoopback(listen.host)) {
    throw new ConfigError(
      `ADMIN_LISTEN needs ADMIN_TLS_CERT_FILE and ADMIN_TLS_KEY_FILE unless it is on 127.0.0.1, [::1] or localhost: tokens would cross the network unencrypted`,
    );
  }
  return { listen, tokenFile, tls: identity && { identity } };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
